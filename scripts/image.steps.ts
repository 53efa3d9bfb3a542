/** A step of a Dockerfile: its word, its options (`--from=build`), and what follows, as it stands or as words. */
export interface Step {
  readonly word: Word
  readonly options: Readonly<Record<string, string>>
  readonly rest: string
  readonly words: readonly string[]
}

const known = [
  'FROM',
  'ARG',
  'ENV',
  'WORKDIR',
  'COPY',
  'RUN',
  'USER',
  'VOLUME',
  'EXPOSE',
  'LABEL',
  'HEALTHCHECK',
  'ENTRYPOINT',
  'CMD',
] as const
type Word = (typeof known)[number]

/** The options that each word may have; of `HEALTHCHECK` they say when it is asked, which is nobody's business here. */
const knownOptions: Partial<Record<Word, readonly string[]>> = {
  COPY: ['from', 'chown'],
  HEALTHCHECK: ['interval', 'timeout', 'start-period', 'retries'],
}

/** The steps of a Dockerfile, in their order. Throws for what is not understood here: it would be performed otherwise than by Docker. */
export function stepsIn(text: string): Step[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
  return lines.filter((line) => line !== '').map(stepOf)
}

function stepOf(line: string): Step {
  const [, named = '', after = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
  const word = known.find((each) => each === named)
  if (word === undefined) throw new Error(`The Dockerfile has ${named}, which is not performed here: ${line}`)
  const options: Record<string, string> = {}
  let rest = after
  for (let found; (found = /^--([\w-]+)=(\S+)\s+/.exec(rest)); rest = rest.slice(found[0].length)) {
    const [, name = '', value = ''] = found
    if (!knownOptions[word]?.includes(name))
      throw new Error(`The Dockerfile has ${word} --${name}, which is not performed here: ${line}`)
    options[name] = value
  }
  if (rest.startsWith('--')) throw new Error(`The Dockerfile has an option that is not understood: ${line}`)
  return { word, options, rest, words: wordsIn(rest) }
}

/** Words with blanks between; what stands in double quotes is one, without them. */
function wordsIn(text: string): string[] {
  return [...text.matchAll(/(?:"(?:\\.|[^"\\])*"|[^\s"])+/g)].map(([word]) =>
    word.replaceAll(/"((?:\\.|[^"\\])*)"/g, '$1'),
  )
}

/** The text with `$NAME` and `${NAME}` replaced by what they stand for. */
export function filledIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (_, one?: string, other?: string) => values[one ?? other ?? ''] ?? '',
  )
}

/** Pairs such as `NODE_ENV=production PORT=8080`, with what they name filled in. */
export function pairsIn({ words }: Step, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const [, name = '', value = ''] = /^([^=]+)=?(.*)$/s.exec(word) ?? []
      return [name, filledIn(value, values)]
    }),
  )
}

/** The words of a command as a list in JSON, which alone is performed as it stands. */
export function commandIn({ word, rest }: Step): string[] {
  const list: unknown = rest.startsWith('[') ? JSON.parse(rest) : undefined
  if (!Array.isArray(list)) throw new Error(`${word} is to be a list in JSON, not ${rest}`)
  return list.map(String)
}
