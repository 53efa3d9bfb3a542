/** The kinds of files that are kept and served, by the extension of their key; every other extension is no file. */
export const contentTypes = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
} as const

export type FileExtension = keyof typeof contentTypes

/** The content type that the extension of a key or file name stands for, in either case. */
export function contentTypeOf(name: string): string | undefined {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase()
  return extension !== undefined && isExtension(extension) ? contentTypes[extension] : undefined
}

function isExtension(text: string): text is FileExtension {
  return Object.hasOwn(contentTypes, text)
}
