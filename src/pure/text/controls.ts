/** The text without control characters but tabs and line breaks, without halves of surrogate pairs and without noncharacters that stand in for others. */
export function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.toWellFormed().replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufdd0-\ufdd2]/g, '')
}
