import { type Signal, signal } from '@preact/signals'
import { Refusal } from '../api.ts'
import { faultText, fieldFaults, isFinal } from '../faults.ts'
import { renewOwnFields } from '../own/renewed.ts'
import { say } from '../toasts.tsx'
import { type Draft, openDraft } from './kept.ts'
import { changedIn, merge, withFields } from './merge.ts'
import { isSame } from './same.ts'
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
export class RecordStore<Record extends object, Form extends object> {
  readonly #of: Editing<Record, Form>
  readonly stored = signal<Stored<Record, Form> | undefined>(undefined)
  readonly base: Signal<Form>
  readonly form: Signal<Form>
  readonly faults = signal<Faults>({})
  /** Whether reading it would be refused again. */
  readonly isRefused = signal(false)
  readonly progress = signal<Progress>('loading')
  readonly clash = signal<Clash<Form> | undefined>(undefined)
  /** When what is shown was typed, if it was found in this browser; as ISO 8601. */
  readonly found = signal<string | undefined>(undefined)
  /** How often each field has got another value than what was typed into it: a control with a state of its own begins anew. */
  readonly replaced = signal<Readonly<{ [name: string]: number }>>({})
  #draft: Draft<Form> | undefined
  #keeping: ReturnType<typeof setTimeout> | undefined
  #etag: string | undefined
  #saving: Promise<Record | undefined> = Promise.resolve(undefined)
  #begun: Promise<void> = Promise.resolve()
  #isLeft = false

  constructor(editing: Editing<Record, Form>) {
    this.#of = editing
    this.base = signal(editing.blank)
    this.form = signal(editing.blank)
  }

  #changed() {
    return changedIn(this.base.peek(), this.form.peek())
  }

  #replace(next: Form) {
    const counts: { [name: string]: number } = { ...this.replaced.peek() }
    for (const field of changedIn(this.form.peek(), next)) counts[field] = (counts[field] ?? 0) + 1
    this.form.value = next
    this.replaced.value = counts
  }

  /** Reads it, or reads it again where that has failed. */
  start(): Promise<void> {
    this.#begun = this.#startNow()
    return this.#begun
  }

  async #startNow(): Promise<void> {
    try {
      const [opened, read] = await Promise.all([
        openDraft<Form>(this.#of.kind, this.#of.id),
        this.#of.id === undefined ? undefined : this.#of.load(),
      ])
      this.#draft = opened
      if (this.#isLeft) return this.#draft.leave()
      if (read) this.#begin(read)
      this.#restore(opened)
      this.progress.value = this.#changed().length > 0 ? 'kept' : 'clean'
    } catch (error) {
      // There is no form beside whose fields it could be said.
      this.faults.value = { '': faultText(error) }
      this.isRefused.value = isFinal(error)
      this.progress.value = 'failed'
    }
  }

  /** Begins with what is stored. What was typed into an older version while it was read is held against it as it is saved. */
  #begin(read: Stored<Record, Form>) {
    const isTyped = this.#take(read, this.#of.blank)
    if (!isTyped || changedIn(this.#of.blank, read.form).length === 0) return
    this.base.value = this.#of.blank
    this.#etag = noVersion
  }

  #restore(opened: Draft<Form>) {
    const { found: kept } = opened
    if (!kept || changedIn(kept.base, kept.form).length === 0) return
    if (changedIn(this.base.peek(), { ...this.base.peek(), ...kept.form }).length === 0)
      return opened.forget()
    // What was changed meanwhile is found out when it is saved, and held against what was typed into.
    if (this.#of.id !== undefined) this.#etag = kept.etag
    this.base.value = { ...this.base.peek(), ...kept.base }
    this.#replace({ ...this.base.peek(), ...kept.form })
    this.found.value = kept.at
  }

  /** Takes over what is stored; what has been typed since `from` stays. */
  #take(read: Stored<Record, Form>, from: Form) {
    const typed = changedIn(from, this.form.peek())
    this.stored.value = read
    this.#etag = read.etag
    this.base.value = read.form
    this.#replace(withFields(read.form, this.form.peek(), typed))
    return typed.length > 0
  }

  readonly set = (change: Partial<Form>) => {
    this.form.value = { ...this.form.peek(), ...change }
    if (this.progress.peek() !== 'saving') this.progress.value = 'changed'
    if (Object.keys(change).some((name) => name in this.faults.peek()))
      this.faults.value = Object.fromEntries(
        Object.entries(this.faults.peek()).filter(([name]) => !(name in change)),
      )
    clearTimeout(this.#keeping)
    this.#keeping = setTimeout(() => this.keepHere(), kept_ms)
  }

  keepHere() {
    if (this.#changed().length === 0) return this.#draft?.forget()
    this.#draft?.keep({
      form: this.form.peek(),
      base: this.base.peek(),
      etag: this.#etag,
      at: new Date().toISOString(),
    })
    if (this.progress.peek() === 'changed') this.progress.value = 'kept'
  }

  /** Saves it once what is being saved has been; answers the record, or undefined where it is not saved. */
  save(): Promise<Record | undefined> {
    // Whoever saves before it is read has the version that is being read.
    this.#saving = this.#saving.then(() => this.#begun).then(() => this.#saveNow())
    return this.#saving
  }

  async #saveNow(isMerged = false): Promise<Record | undefined> {
    // What is to be chosen comes first.
    if (this.clash.peek()) return undefined
    const wrong = (await this.#of.check?.(() => this.form.peek())) ?? {}
    this.faults.value = wrong
    if (Object.keys(wrong).length > 0) {
      this.keepHere()
      this.progress.value = 'failed'
      return undefined
    }
    this.progress.value = 'saving'
    const sent = this.form.peek()
    try {
      const written = await this.#of.send({
        form: sent,
        changed: this.#changed(),
        base: this.base.peek(),
        ifMatch: this.#etag,
      })
      if (this.#of.id === undefined) await this.#handOn(sent, written)
      else await this.#readAgain(sent, written)
      say(isMerged ? t('merged') : this.#of.says(written))
      if (!this.clash.peek()) this.progress.value = this.#changed().length > 0 ? 'changed' : 'saved'
      return written
    } catch (error) {
      if (error instanceof Refusal) await renewOwnFields(error)
      if (error instanceof Refusal && error.status === 412)
        return this.#contend(await this.#of.load(), this.base.peek())
      this.faults.value = fieldFaults(error)
      this.keepHere()
      this.progress.value = 'failed'
      return undefined
    }
  }

  /** What was typed while a new one was made is for the one that there is now. */
  async #handOn(sent: Form, written: Record) {
    const now = this.form.peek()
    if (changedIn(sent, now).length > 0 && 'id' in written && typeof written.id === 'number') {
      const next = await openDraft<Form>(this.#of.kind, written.id)
      // A new one was of no version yet: this one names none that there is.
      next.keep({ form: now, base: sent, etag: noVersion, at: new Date().toISOString() })
      next.leave()
    }
    this.#draft?.forget()
    this.base.value = now
  }

  /** Reads what is stored now; what was typed while it was saved stays, and is held against who was faster than our reading. */
  async #readAgain(sent: Form, written: Record) {
    const read = await this.#of.load()
    this.found.value = undefined
    const isTyping = changedIn(sent, this.form.peek()).length > 0
    if (isTyping && !isSame(written, read.record)) {
      await this.#contend(read, sent)
      return
    }
    this.#take(read, sent)
    this.#draft?.forget()
    if (isTyping) this.keepHere()
  }

  /** Somebody else has changed it: what only one of us changed is merged and saved, the rest is to be chosen. */
  async #contend(read: Stored<Record, Form>, from: Form): Promise<Record | undefined> {
    const mine = this.form.peek()
    const { together = [] } = this.#of
    const { merged, open } = merge(from, mine, read.form, together)
    this.stored.value = read
    if (open.length > 0) {
      this.base.value = from
      this.keepHere()
      this.#etag = read.etag
      this.clash.value = { base: from, mine, theirs: read.form, merged, open, together }
      this.progress.value = 'kept'
      return undefined
    }
    this.#etag = read.etag
    this.#adopt(read.form, merged)
    return this.#saveNow(true)
  }

  #adopt(theirs: Form, next: Form) {
    this.base.value = theirs
    this.#replace(next)
  }

  /** Goes on after a question, with what was chosen. */
  async resolve(chosen: Form): Promise<Record | undefined> {
    const now = this.clash.peek()
    if (!now) return undefined
    this.clash.value = undefined
    this.#adopt(now.theirs, chosen)
    return this.save()
  }

  /** Leaves a question open: it comes again with the next attempt to save. */
  readonly postpone = () => {
    const now = this.clash.peek()
    this.clash.value = undefined
    // No version that there is: who has not chosen may not write over the other’s.
    if (now) this.#etag = noVersion
  }

  readonly throwAway = () => {
    this.#draft?.forget()
    this.found.value = undefined
    this.faults.value = {}
    this.#adopt(this.stored.peek()?.form ?? this.#of.blank, this.stored.peek()?.form ?? this.#of.blank)
    this.#etag = this.stored.peek()?.etag
    this.progress.value = 'clean'
  }

  /** The record is gone: nothing that was typed is kept for it. */
  forget() {
    clearTimeout(this.#keeping)
    this.#draft?.forget()
    this.form.value = this.base.peek()
  }

  leave() {
    this.#isLeft = true
    clearTimeout(this.#keeping)
    this.keepHere()
    this.#draft?.leave()
  }

  /** Fills in what was not typed: it can be saved, and is kept once something is typed into it. */
  begunWith(form: Form) {
    this.#replace(form)
  }

  /** What is stored anew beside the form, such as a file: it is no change of the reader’s. */
  took(read: Stored<Record, Form>) {
    this.#take(read, this.base.peek())
  }
}
