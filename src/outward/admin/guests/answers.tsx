import { t as frame } from '../texts.ts'
import type { Answers, Question } from './asks.ts'

type Answer = Answers[string]

/** An answer as people read it; an empty text for none. */
function answerText(answer: Answer | undefined): string {
  if (answer === undefined) return ''
  if (typeof answer === 'boolean') return answer ? frame('yes') : frame('no')
  return typeof answer === 'string' ? answer : answer.join(', ')
}

/** What somebody answered, question by question; what was left open is left out. */
export function AnswersOf(props: { readonly questions: readonly Question[]; readonly answers: Answers }) {
  const { questions, answers } = props
  const told = questions.filter(({ key }) => answerText(answers[key]) !== '')
  if (told.length === 0) return null
  return (
    <dl class="answers">
      {told.map(({ key, label }) => (
        <div key={key}>
          <dt dir="auto">{label}</dt> <dd dir="auto">{answerText(answers[key])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The answers as they are entered for somebody: none of them has to be there. */
export function EnterAnswers(props: {
  readonly questions: readonly Question[]
  readonly answers: Answers
  readonly onEnter: (answers: Answers) => void
}) {
  const { questions, answers, onEnter } = props
  return (
    <div class="stack">
      {questions.map((question) => (
        <EnterAnswer
          key={question.key}
          question={question}
          answer={answers[question.key]}
          onEnter={(answer) => onEnter({ ...answers, [question.key]: answer })}
        />
      ))}
    </div>
  )
}

function EnterAnswer(props: {
  readonly question: Question
  readonly answer: Answer | undefined
  readonly onEnter: (answer: Answer) => void
}) {
  const { question, answer, onEnter } = props
  const { label, type, options, key } = question
  if (type === 'choices') {
    const chosen = Array.isArray(answer) ? answer : []
    return (
      <fieldset>
        <legend dir="auto">{label}</legend>
        {options.map((option) => (
          <label class="check" key={option}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ currentTarget: { checked } }) =>
                onEnter(options.filter((one) => (one === option ? checked : chosen.includes(one))))
              }
            />
            <span dir="auto">{option}</span>
          </label>
        ))}
      </fieldset>
    )
  }
  return (
    <div class="field">
      <label for={`answer-${key}`} dir="auto">
        {label}
      </label>
      <EnterOne {...props} />
    </div>
  )
}

function EnterOne(props: {
  readonly question: Question
  readonly answer: Answer | undefined
  readonly onEnter: (answer: Answer) => void
}) {
  const { question, answer = '', onEnter } = props
  const { type, options, key } = question
  const id = `answer-${key}`
  const value = typeof answer === 'string' ? answer : ''
  switch (type) {
    case 'yes_no':
      return (
        <select
          id={id}
          value={String(answer)}
          onChange={({ currentTarget: { value: is } }) => onEnter(is === '' ? '' : is === 'true')}
        >
          <option value="">–</option>
          <option value="true">{frame('yes')}</option>
          <option value="false">{frame('no')}</option>
        </select>
      )
    case 'choice':
      return (
        <select id={id} value={value} onChange={({ currentTarget }) => onEnter(currentTarget.value)}>
          <option value="">–</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )
    case 'long_text':
      return (
        <textarea
          id={id}
          rows={3}
          dir="auto"
          maxLength={1000}
          value={value}
          onInput={({ currentTarget }) => onEnter(currentTarget.value)}
        />
      )
    default:
      return (
        <input
          id={id}
          dir="auto"
          maxLength={200}
          value={value}
          onInput={({ currentTarget }) => onEnter(currentTarget.value)}
        />
      )
  }
}
