/** A file that was dropped where sources are listed, on its way to the screen that imports it. */
let handed: File | undefined

/** Hands a file on. */
export function handOn(file: File): void {
  handed = file
}

/** The file that was handed on, once. */
export function takeHanded(): File | undefined {
  const file = handed
  handed = undefined
  return file
}
