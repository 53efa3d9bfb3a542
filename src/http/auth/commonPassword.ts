/** Some 49,000 passwords that became known most often, loaded when somebody chooses one: they take 5 MB of memory. */
let list: Promise<ReadonlySet<string>> | undefined

/** What is read of the package; it keeps some of its lists compressed, as one text. */
interface Lists {
  readonly dictionary: Readonly<Record<'passwords-common', string | readonly string[]>>
}

async function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then((read) => {
    const { dictionary } = read as Lists
    return new Set([dictionary['passwords-common']].flat())
  })
  return list
}

/** How many pieces a password has at least, of which each is a run along the keyboard, the alphabet or the digits, or a letter. */
const fewestPieces = 5

/** How long what is repeated must be at least to be a password by itself. */
const shortestRepeated = 6

/**
 * Whether a password is one of those that are tried first: one that became known often, or such a one with what people add
 * to it (digits at its end, other signs for letters, the same once more), or a run along the keyboard.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await commonPasswords()
  const text = password.toLowerCase()
  const unit = repeatedIn(text)
  if (unit.length < shortestRepeated || piecesIn(text) < fewestPieces) return true
  return [text, unit].flatMap(formsOf).some((form) => common.has(form))
}

/** The password as it may have been made from a common one. */
function formsOf(text: string): string[] {
  const bare = text.replaceAll(/[\s_.-]+/g, '')
  const letters = [...bare].map((sign) => lettersBySign[sign] ?? sign).join('')
  return [text, bare, letters].flatMap((form) => [
    form,
    // `Summer2026!` is `summer`.
    form.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''),
    form.replaceAll(/^[\d\W]{1,4}|[\d\W]{1,4}$/gu, ''),
  ])
}

const lettersBySign: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** The shortest part of which the text is a repetition: the text itself where it is none. */
function repeatedIn(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text
}

const rows = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
]
const runs = rows.flatMap((row) => [row, [...row].toReversed().join('')])

/** How many pieces the text has: runs of three and more along a row, one letter several times, and all other letters by themselves. */
function piecesIn(text: string): number {
  let pieces = 0
  for (let at = 0; at < text.length; pieces += 1) at += pieceAt(text, at)
  return pieces
}

function pieceAt(text: string, at: number): number {
  const same = /^(.)\1*/su.exec(text.slice(at))?.[0].length ?? 1
  let length = 3
  while (at + length <= text.length && runs.some((run) => run.includes(text.slice(at, at + length))))
    length += 1
  return Math.max(same, length > 3 ? length - 1 : 1)
}

/** How many letters a password has at least beside what everybody knows of its owner. */
const fewestOwn = 5

/** Whether a password is made of what is known of its owner, such as login, name and address, and little else. */
export function isPersonal(password: string, known: readonly string[]): boolean {
  const words = known
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter(({ length }) => length > 2)
  const bare = password.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
  const rest = words
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, ''), bare)
  return rest !== bare && [...rest].length < fewestOwn
}
