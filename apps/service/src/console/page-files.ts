/** A file of the page: its path, its media type and its text. */
export interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** The files of the console's page, built from their sources. `build.ts` replaces this module with the finished files. */
export async function pageFiles(): Promise<readonly PageFile[]> {
  const sources = new URL("../../../console/bundle.ts", import.meta.url);
  const { bundlePage } = (await import(sources.href)) as { readonly bundlePage: typeof pageFiles };
  return bundlePage();
}
