/** How many beginnings are tried: messages before an answer may have brackets of their own, and even some that are never closed. */
const mostTried = { closed: 50, open: 3 }

/**
 * The JSON of an answer, also of a site that writes messages of PHP in front of it or comments of a cache behind it. Undefined for
 * other texts, as for pages, whose scripts may have JSON as well.
 */
export function readJson(text: string): unknown {
  const whole = parsed(text.replace(/^[\ufeff\s]+/, ''))
  if (whole !== undefined || isPage(text)) return whole?.value
  const tried = { closed: 0, open: 0 }
  for (const { index } of text.matchAll(/[[{]/g)) {
    const end = endOf(text, index)
    tried[end === undefined ? 'open' : 'closed'] += 1
    if (tried.closed > mostTried.closed || tried.open > mostTried.open) return undefined
    const found = end === undefined ? undefined : parsed(text.slice(index, end))
    // Brackets around numbers or nothing may be a part of a message.
    if (found && isAnswer(found.value)) return found.value
  }
  return undefined
}

function isPage(text: string): boolean {
  return /<!doctype|<html\b|<head\b|<body\b|<script\b/i.test(text.slice(0, text.search(/[[{]/)))
}

function isAnswer(value: unknown): boolean {
  const members = Object.values(value as object)
  const isList = Array.isArray(value)
  return members.length > 0 && (!isList || members.every((each) => typeof each === 'object' && each !== null))
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** Where the value ends that begins with a bracket: behind the one that closes it, but for those in strings. */
function endOf(text: string, from: number): number | undefined {
  const part = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[[{]|[\]}]/g
  part.lastIndex = from
  let depth = 0
  for (let match = part.exec(text); match; match = part.exec(text)) {
    if (/^[[{]/.test(match[0])) depth += 1
    else if (/^[\]}]/.test(match[0])) depth -= 1
    if (depth === 0 && !match[0].startsWith('"')) return part.lastIndex
  }
  return undefined
}
