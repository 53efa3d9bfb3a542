import type { Faults } from '../../http/resource.ts'
import { storedJson } from '../../pure/text/stored.ts'
import type { Question } from './registration.row.ts'

/** What is answered: a text, that it is so, or several of what there is to choose from. */
export type Answers = Readonly<Record<string, string | boolean | readonly string[]>>

const longest = { text: 200, long_text: 1000 } as const

/** What was answered to the questions of an event; or what is wrong, by the key of the question. `isWhole`: what is asked for must be there. */
export function readAnswers(
  questions: readonly Question[],
  sent: Readonly<Record<string, unknown>>,
  isWhole: boolean,
): { readonly answers: Answers; readonly faults: Faults } {
  const faults: Record<string, string> = {}
  const answers: Record<string, string | boolean | readonly string[]> = {}
  for (const key of Object.keys(sent))
    if (!questions.some((one) => one.key === key))
      faults[`answers.${key}`] = 'must answer a question that is asked'
  for (const question of questions) {
    const { key, required } = question
    const read = answerOf(question, sent[key])
    if (typeof read === 'object' && 'fault' in read) faults[`answers.${key}`] = read.fault
    else if (read !== undefined) answers[key] = read
    else if (required && isWhole) faults[`answers.${key}`] = 'must be answered'
  }
  return { answers, faults }
}

type Read = string | boolean | readonly string[] | undefined | { readonly fault: string }

function answerOf({ type, options }: Question, sent: unknown): Read {
  if (sent === undefined || sent === null || sent === '') return undefined
  if (type === 'yes_no') {
    if (sent === true || sent === 'true' || sent === '1' || sent === 1 || sent === 'on') return true
    return sent === false || sent === 'false' || sent === '0' || sent === 0
      ? false
      : { fault: 'must be true or false' }
  }
  if (type === 'choices') {
    const list = (Array.isArray(sent) ? sent : [sent]).filter((one) => one !== '')
    if (!list.every((one): one is string => typeof one === 'string' && options.includes(one)))
      return { fault: `must be some of ${options.join(', ')}` }
    return list.length === 0 ? undefined : options.filter((one) => list.includes(one))
  }
  if (typeof sent !== 'string') return { fault: 'must be a text' }
  if (type === 'choice')
    return options.includes(sent) ? sent : { fault: `must be one of ${options.join(', ')}` }
  const text = sent
    .toWellFormed()
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .trim()
  if (text.length > longest[type]) return { fault: `must have at most ${longest[type]} characters` }
  return text === '' ? undefined : text
}

/** The answers as they are stored; none where that cannot be read. */
export function answersOf({ answers }: { readonly answers: string }): Answers {
  const read = answers === '' ? {} : storedJson('answers', answers)
  return typeof read === 'object' && read !== null ? (read as Answers) : {}
}
