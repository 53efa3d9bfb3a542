import { signal } from '@preact/signals'
import { Refusal } from '../api.ts'
import { fieldFaults } from '../faults.ts'
import { say } from '../toasts.tsx'
import { type Draft, openDraft } from './kept.ts'
import { changedIn, merge, withFields } from './merge.ts'
import { t } from './texts.ts'

/** How long typing rests before it is kept in this browser, in milliseconds. */
const kept_ms = 400

/** Names no version that there is: what is written over it is held against what is stored. */
const noVersion = '"none"'

/** A record as the service has it, and as it is entered. */
export interface Stored<Record, Form> {
  readonly record: Record
  readonly form: Form
  readonly etag: string | undefined
  /** The methods that the reader may use on it. */
  readonly allow: readonly string[]
}

/** What is wrong with the fields of a form, by their names; what is wrong with none has an empty name. */
export type Faults = Readonly<{ [name: string]: string }>

/** How a record is edited. */
export interface Editing<Record, Form extends object> {
  /** What kind it is: by that and its id it is kept in this browser. */
  readonly kind: string
  /** Undefined for a new one. */
  readonly id: number | undefined
  /** What nobody has entered anything in yet. */
  readonly blank: Form
  /** Fields that mean something only with one another. */
  readonly together?: readonly (keyof Form & string)[]
  /** Reads it as it is stored. Throws what `ask` throws. */
  readonly load: () => Promise<Stored<Record, Form>>
  /** Writes the fields that were changed over the version that was read; answers the record. Throws what `ask` throws. */
  readonly send: (sent: Sent<Form>) => Promise<Record>
  /** What is said once it is saved. */
  readonly says: (written: Record) => string
  /** What is wrong with it before it is sent: what stands in fields and was not taken, too. */
  readonly check?: (now: () => Form) => Promise<Faults>
}

/** What is written of a record. */
export interface Sent<Form> {
  readonly form: Form
  readonly changed: readonly (keyof Form & string)[]
  /** What it was changed from. */
  readonly base: Form
  readonly ifMatch: string | undefined
}

/** Where the work of the reader is. */
export type Progress = 'loading' | 'clean' | 'changed' | 'kept' | 'saving' | 'saved' | 'failed'

/** Two people have changed the same fields. */
export interface Clash<Form> {
  readonly base: Form
  readonly mine: Form
  readonly theirs: Form
  readonly merged: Form
  readonly open: readonly (keyof Form & string)[]
  /** Of these one choice holds for all. */
  readonly together: readonly (keyof Form & string)[]
}

/**
 * One editing of a record, as it is stored and as it is entered. Only what was changed is sent, over the version that was read; what
 * is typed meanwhile stays; what somebody else has changed meanwhile is merged field by field, and asked about where both have changed
 * the same; what is not saved yet is kept in this browser with what it was typed into.
 */
export function createRecord<Record extends object, Form extends object>(editing: Editing<Record, Form>) {
  const { kind, id, blank, load, send, together = [], says, check = async () => ({}) } = editing
  const stored = signal<Stored<Record, Form> | undefined>(undefined)
  const base = signal(blank)
  const form = signal(blank)
  const faults = signal<Faults>({})
  const progress = signal<Progress>('loading')
  const clash = signal<Clash<Form> | undefined>(undefined)
  /** When what is shown was typed, if it was found in this browser; as ISO 8601. */
  const found = signal<string | undefined>(undefined)
  /** How often each field has got another value than what was typed into it: a control with a state of its own begins anew. */
  const replaced = signal<Readonly<{ [name: string]: number }>>({})
  let draft: Draft<Form> | undefined
  let keeping: ReturnType<typeof setTimeout> | undefined
  let etag: string | undefined
  let saving: Promise<Record | undefined> = Promise.resolve(undefined)
  let isLeft = false
  const changed = () => changedIn(base.peek(), form.peek())

  const replace = (next: Form) => {
    const counts: { [name: string]: number } = { ...replaced.peek() }
    for (const field of changedIn(form.peek(), next)) counts[field] = (counts[field] ?? 0) + 1
    form.value = next
    replaced.value = counts
  }

  let begun: Promise<void> = Promise.resolve()
  /** Reads it, or reads it again where that has failed. */
  const start = (): Promise<void> => (begun = startNow())

  const startNow = async (): Promise<void> => {
    try {
      const [opened, read] = await Promise.all([
        openDraft<Form>(kind, id),
        id === undefined ? undefined : load(),
      ])
      draft = opened
      if (isLeft) return draft.leave()
      if (read) begin(read)
      restore(opened)
      progress.value = changed().length > 0 ? 'kept' : 'clean'
    } catch (error) {
      faults.value = fieldFaults(error)
      progress.value = 'failed'
    }
  }

  /** Begins with what is stored. What was typed into an older version while it was read is held against it as it is saved. */
  const begin = (read: Stored<Record, Form>) => {
    const isTyped = take(read, blank)
    if (!isTyped || changedIn(blank, read.form).length === 0) return
    base.value = blank
    etag = noVersion
  }

  const restore = (opened: Draft<Form>) => {
    const { found: kept } = opened
    if (!kept || changedIn(kept.base, kept.form).length === 0) return
    if (changedIn(base.peek(), { ...base.peek(), ...kept.form }).length === 0) return opened.forget()
    // What was changed meanwhile is found out when it is saved, and held against what was typed into.
    if (id !== undefined) ({ etag } = kept)
    base.value = { ...base.peek(), ...kept.base }
    replace({ ...base.peek(), ...kept.form })
    found.value = kept.at
  }

  /** Takes over what is stored; what has been typed since `from` stays. */
  const take = (read: Stored<Record, Form>, from: Form) => {
    const typed = changedIn(from, form.peek())
    stored.value = read
    ;({ etag } = read)
    base.value = read.form
    replace(withFields(read.form, form.peek(), typed))
    return typed.length > 0
  }

  const set = (change: Partial<Form>) => {
    form.value = { ...form.peek(), ...change }
    if (progress.peek() !== 'saving') progress.value = 'changed'
    if (Object.keys(change).some((name) => name in faults.peek()))
      faults.value = Object.fromEntries(Object.entries(faults.peek()).filter(([name]) => !(name in change)))
    clearTimeout(keeping)
    keeping = setTimeout(keepHere, kept_ms)
  }

  const keepHere = () => {
    if (changed().length === 0) return draft?.forget()
    draft?.keep({ form: form.peek(), base: base.peek(), etag, at: new Date().toISOString() })
    if (progress.peek() === 'changed') progress.value = 'kept'
  }

  /** Saves it once what is being saved has been; answers the record, or undefined where it is not saved. */
  const save = (): Promise<Record | undefined> => {
    // Whoever saves before it is read has the version that is being read.
    saving = saving.then(() => begun).then(() => saveNow())
    return saving
  }

  const saveNow = async (isMerged = false): Promise<Record | undefined> => {
    // What is to be chosen comes first.
    if (clash.peek()) return undefined
    const wrong = await check(() => form.peek())
    faults.value = wrong
    if (Object.keys(wrong).length > 0) {
      keepHere()
      progress.value = 'failed'
      return undefined
    }
    progress.value = 'saving'
    const sent = form.peek()
    try {
      const written = await send({ form: sent, changed: changed(), base: base.peek(), ifMatch: etag })
      if (id === undefined) await handOn(sent, written)
      else await readAgain(sent, written)
      say(isMerged ? t('merged') : says(written))
      if (!clash.peek()) progress.value = changed().length > 0 ? 'changed' : 'saved'
      return written
    } catch (error) {
      if (error instanceof Refusal && error.status === 412) return contend(await load(), base.peek())
      faults.value = fieldFaults(error)
      keepHere()
      progress.value = 'failed'
      return undefined
    }
  }

  /** What was typed while a new one was made is for the one that there is now. */
  const handOn = async (sent: Form, written: Record) => {
    const now = form.peek()
    if (changedIn(sent, now).length > 0 && 'id' in written && typeof written.id === 'number') {
      const next = await openDraft<Form>(kind, written.id)
      // A new one was of no version yet: this one names none that there is.
      next.keep({ form: now, base: sent, etag: noVersion, at: new Date().toISOString() })
      next.leave()
    }
    draft?.forget()
    base.value = now
  }

  /** Reads what is stored now; what was typed while it was saved stays, and is held against who was faster than our reading. */
  const readAgain = async (sent: Form, written: Record) => {
    const read = await load()
    found.value = undefined
    const isTyping = changedIn(sent, form.peek()).length > 0
    if (isTyping && !isSame(written, read.record)) {
      await contend(read, sent)
      return
    }
    take(read, sent)
    draft?.forget()
    if (isTyping) keepHere()
  }

  /** Somebody else has changed it: what only one of us changed is merged and saved, the rest is to be chosen. */
  const contend = async (read: Stored<Record, Form>, from: Form): Promise<Record | undefined> => {
    const mine = form.peek()
    const { merged, open } = merge(from, mine, read.form, together)
    stored.value = read
    if (open.length > 0) {
      base.value = from
      keepHere()
      ;({ etag } = read)
      clash.value = { base: from, mine, theirs: read.form, merged, open, together }
      progress.value = 'kept'
      return undefined
    }
    ;({ etag } = read)
    adopt(read.form, merged)
    return saveNow(true)
  }

  const adopt = (theirs: Form, next: Form) => {
    base.value = theirs
    replace(next)
  }

  /** Goes on after a question, with what was chosen. */
  const resolve = async (chosen: Form): Promise<Record | undefined> => {
    const now = clash.peek()
    if (!now) return undefined
    clash.value = undefined
    adopt(now.theirs, chosen)
    return save()
  }

  /** Leaves a question open: it comes again with the next attempt to save. */
  const postpone = () => {
    const now = clash.peek()
    clash.value = undefined
    // No version that there is: who has not chosen may not write over the other’s.
    if (now) etag = noVersion
  }

  const throwAway = () => {
    draft?.forget()
    found.value = undefined
    faults.value = {}
    adopt(stored.peek()?.form ?? blank, stored.peek()?.form ?? blank)
    etag = stored.peek()?.etag
    progress.value = 'clean'
  }

  /** The record is gone: nothing that was typed is kept for it. */
  const forget = () => {
    clearTimeout(keeping)
    draft?.forget()
    form.value = base.peek()
  }

  const leave = () => {
    isLeft = true
    clearTimeout(keeping)
    keepHere()
    draft?.leave()
  }

  return {
    stored,
    base,
    form,
    faults,
    progress,
    clash,
    found,
    replaced,
    start,
    set,
    save,
    resolve,
    postpone,
    throwAway,
    forget,
    keepHere,
    leave,
    /** Fills in what was not typed: it can be saved, and is kept once something is typed into it. */
    begunWith: replace,
    /** What is stored anew beside the form, such as a file: it is no change of the reader’s. */
    took: (read: Stored<Record, Form>) => void take(read, base.peek()),
  }
}

/** What the parts of an editor share. */
export type RecordStore<Record extends object, Form extends object> = ReturnType<
  typeof createRecord<Record, Form>
>

/** What answers to writes and to reads do not have in common. */
const apart: ReadonlySet<string> = new Set(['json_ld', 'applied', 'review_note', 'author_name', 'decision'])

/** Whether the answer to a write and a read tell the same, in what both tell: nobody has changed it in between. */
export function isSame(written: object, read: object): boolean {
  const known = new Map(Object.entries(read))
  return Object.entries(written).every(
    ([name, value]) => apart.has(name) || !known.has(name) || said(value) === said(known.get(name)),
  )
}

function said(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (apart.has(name) ? undefined : inner)) ?? ''
}
