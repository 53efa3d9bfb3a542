/**
 * A mark that block editors put around a block: `<!-- wp:paragraph {"align":"left"} -->`, `<!-- /wp:paragraph -->`,
 * `<!-- wp:separator /-->`. No other comment fits, and nothing in it can end the comment early.
 */
const blockMark = /<!--\s+\/?wp:[a-z][\w-]*(?:\/[a-z][\w-]*)?(?:\s+\{[^<>]*\})?\s+\/?-->/g

/** Whether a comment is the mark of a block. */
export function isBlockMark(comment: string): boolean {
  return comment.replaceAll(blockMark, '') === ''
}

/** Whether a text was written in a block editor. */
export function hasBlockMarks(html: string): boolean {
  return html.includes('<!-- wp:') && html.search(blockMark) !== -1
}

/** The text without the marks; everything else stays, even line breaks. */
export function withoutBlockMarks(html: string): string {
  return html.replaceAll(blockMark, '')
}
