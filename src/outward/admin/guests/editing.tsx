import { useSignal } from '@preact/signals'
import { Refusal } from '../api.ts'
import { fieldFaults } from '../faults.ts'
import type { FieldsOf } from '../kit/fields.tsx'
import { FormDialog } from '../kit/form.tsx'
import { changedIn, merge } from '../record/merge.ts'
import { t as frame } from '../texts.ts'
import { EnterAnswers } from './answers.tsx'
import {
  addGuest,
  type Answers,
  changeGuest,
  type Guest,
  type Question,
  readGuest,
  type Said,
} from './asks.ts'
import { t } from './texts.ts'

/** What is entered of a guest. */
interface Entered {
  readonly name: string
  readonly email: string
  readonly party: string
  readonly answers: Answers
  readonly note: string
  readonly mail: boolean
  readonly force: boolean
}

const nobody: Entered = {
  name: '',
  email: '',
  party: '1',
  answers: {},
  note: '',
  mail: false,
  force: false,
}

/** Whether what was refused may be done beyond the places. */
export function isFull(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'rest_registration_full'
}

/** Fields of guests as they are entered; where there is no room it is asked whether that is meant. */
function useGuestFields(questions: readonly Question[]) {
  const mayForce = useSignal(false)
  const fields: FieldsOf<Entered> = {
    name: {
      label: frame('name'),
      input: { required: true, maxLength: 100, autofocus: true, autocomplete: 'off' },
    },
    email: {
      label: frame('email'),
      isOptional: true,
      input: { type: 'email', dir: 'ltr', autocomplete: 'off' },
    },
    party: {
      label: t('people'),
      isBeside: true,
      input: { type: 'number', min: 1, max: 100_000, required: true, inputMode: 'numeric' },
    },
    ...(questions.length === 0
      ? {}
      : {
          answers: {
            label: t('answers'),
            isSeveral: true,
            control: (answers, onEnter) => (
              <EnterAnswers questions={questions} answers={answers} onEnter={onEnter} />
            ),
          },
        }),
    ...(mayForce.value ? { force: { label: t('beyondPlaces') } } : {}),
  }
  /** What is wrong with an answer stands with the answers. */
  const faultsOf = (error: unknown) => {
    if (isFull(error)) mayForce.value = true
    const faults = Object.entries(fieldFaults(error)).map(
      ([name, says]) => [name.startsWith('answers.') ? 'answers' : name, says] as const,
    )
    return Object.fromEntries(faults)
  }
  return { fields, faultsOf }
}

interface Asking {
  readonly questions: readonly Question[]
  readonly onClose: () => void
  readonly onDone: (guest: Guest) => void
}

/** Asks whom to put down. */
export function AddGuest({ event, questions, onClose, onDone }: Asking & { readonly event: number }) {
  const { fields, faultsOf } = useGuestFields(questions)
  const { force, ...others } = fields
  return (
    <FormDialog
      title={t('add')}
      yes={t('add')}
      start={nobody}
      fields={{ ...others, mail: { label: t('mailThem') }, ...(force ? { force } : {}) }}
      save={({ name, email, party, answers, mail, force: isForced }) =>
        addGuest(event, {
          name,
          party: Number(party),
          ...(email.trim() === '' ? {} : { email: email.trim(), mail }),
          answers,
          force: isForced,
        })
      }
      faultsOf={faultsOf}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

/** A guest as they were read, and their version. */
export interface Read {
  readonly guest: Guest
  readonly etag: string | undefined
}

/** What may be changed of a guest. */
type Known = Pick<Entered, 'name' | 'email' | 'party' | 'answers' | 'note'>

function knownOf({ name, email, party, answers, note }: Guest): Known {
  // The service knows no other answers.
  return { name, email, party: String(party), answers: answers as Answers, note }
}

/** What was changed of a guest, as it is sent. */
function saidOf(before: Known, now: Known): Said {
  const said = { ...now, email: now.email.trim(), party: Number(now.party) }
  return Object.fromEntries(changedIn(before, now).map((name) => [name, said[name]]))
}

/** Two have changed the same of a guest, and it is known which. */
class BothChanged extends Error {
  readonly names: readonly (keyof Known)[]

  constructor(names: readonly (keyof Known)[]) {
    super('Both have changed it.')
    this.names = names
  }
}

/**
 * Asks what is to be changed of a guest. Only that is sent, so what somebody else has changed meanwhile stays; of a field that both have
 * changed it is said first what it is now.
 */
export function EditGuest({ read, questions, onClose, onDone }: Asking & { readonly read: Read }) {
  const latest = useSignal(read)
  const { fields, faultsOf } = useGuestFields(questions)
  const { force, ...others } = fields
  const began = knownOf(read.guest)
  const save = async ({ mail: _mail, force: isForced, ...mine }: Entered): Promise<Guest> => {
    const { guest, etag } = latest.peek()
    const said = { ...saidOf(began, mine), ...(isForced ? { force: true } : {}) }
    try {
      return await changeGuest(guest.id, said, etag)
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 412) throw error
      const now = await readGuest(guest.id)
      const { open } = merge(knownOf(guest), mine, knownOf(now.body))
      latest.value = { guest: now.body, etag: now.etag }
      if (open.length > 0) throw new BothChanged(open)
      return changeGuest(guest.id, said, now.etag)
    }
  }
  return (
    <FormDialog
      title={read.guest.name}
      start={{ ...nobody, ...knownOf(read.guest) }}
      fields={{
        ...others,
        note: { label: t('note'), hint: t('noteHint'), isOptional: true, rows: 2 },
        ...(force ? { force } : {}),
      }}
      save={save}
      faultsOf={(error) =>
        error instanceof BothChanged
          ? Object.fromEntries(error.names.map((name) => [name, isNowText(latest.peek().guest, name)]))
          : faultsOf(error)
      }
      onClose={onClose}
      onDone={onDone}
    />
  )
}

/** What somebody else has made of a field. */
function isNowText(guest: Guest, name: keyof Known): string {
  return name === 'answers' ? t('answersChanged') : t('isNow', { value: knownOf(guest)[name] || '–' })
}
