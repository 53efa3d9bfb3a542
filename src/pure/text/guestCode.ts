/** A code as it is compared: in any case, with blanks and hyphens between its signs, and with the letters that are taken for its digits. */
export function comparedCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}
