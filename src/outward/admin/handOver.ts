/** Hands a file to the reader. */
export function handOver(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Its browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
