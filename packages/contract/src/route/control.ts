/** Whether text has characters that no URL, header or terminal should be given. */
export function hasControl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f-\u009f]/.test(text);
}
