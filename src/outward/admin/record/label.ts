/** What a control of the page is called. */
export function labelOf(id: string): string {
  const control = document.getElementById(id)
  const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : undefined
  return label?.trim() ?? ''
}
