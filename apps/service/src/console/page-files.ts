/** A file of the page: where it is served, what it is, and its text. */
export interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/**
 * The page of the console, made of its sources by the first request for it. What is published has the finished page in this module's place
 * (`build.ts`).
 */
export async function pageFiles(): Promise<readonly PageFile[]> {
  const sources = new URL("../../../console/bundle.ts", import.meta.url);
  const { bundlePage } = (await import(sources.href)) as { readonly bundlePage: typeof pageFiles };
  return bundlePage();
}
