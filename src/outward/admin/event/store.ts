import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { Refusal } from '../api.ts'
import { faultText, isFinal } from '../faults.ts'
import { renewOwnFields } from '../own/renewed.ts'
import { type Draft, openDraft } from '../record/kept.ts'
import { asMade, merge } from '../record/merge.ts'
import type { EventRecord, Status } from '../records.ts'
import { rename, to } from '../route.ts'
import { mayPublish } from '../session.ts'
import { copyOf, differences, emptyForm } from './fields.ts'
import { type AnyField, type Form, onDay } from './form.ts'
import { type Versions, writeEvent } from './event.write.ts'
import { type Intent, isDecided, isWork, savesItself, toSend, unseen } from './intent.ts'
import { isSame } from '../record/same.ts'
import { type Loaded, load } from './load.ts'
import type { Beginning, Conflict, Progress, Schedule } from './progress.ts'
import { saveTickets } from './tickets.save.ts'
import { tryOut } from './tryOut.ts'

/** How long typing rests before it is kept here, and before a draft is sent, in milliseconds. */
const [kept_ms, sent_ms] = [400, 3_000]

/** The editor of one event: what is typed, what the service has, and the way between them. */
export class Store {
  #id: number | undefined
  readonly #like: number | undefined
  readonly #filling: Beginning['filling']
  readonly #first: Form
  #draft: Draft<Form> | undefined
  #told: Form | undefined
  /** Which version of it, and of all its dates, is changed. */
  #versions: Versions = {}
  #keeping: ReturnType<typeof setTimeout> | undefined
  #sending: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<boolean> = Promise.resolve(true)
  #isSending = false
  #isStopped = false
  readonly form: Signal<Form>
  readonly base: Signal<Form>
  readonly record = signal<EventRecord | undefined>(undefined)
  readonly faults = signal<Readonly<Record<string, string>>>({})
  readonly progress = signal<Progress>({ is: 'loading' })
  readonly conflict = signal<Conflict | undefined>(undefined)
  /** Whether the reader may only read the event. */
  readonly isReadOnly = signal(false)
  /** Whether dates of a series have to be chosen before it is saved. */
  readonly isAskingScope = signal(false)
  /** What guests are told of, where that is said before it is done. */
  readonly tellsGuests = signal<'save' | 'trash' | undefined>(undefined)
  /** When what is shown was typed, if it was found in this browser; as ISO 8601. */
  readonly found = signal<string | undefined>(undefined)
  /** What the repetition gives, once that has been asked for. */
  readonly schedule = signal<Schedule | undefined>(undefined)
  /** Whether it was begun with the place of the reader’s last events. */
  readonly isUsual = signal(false)
  /** Grows when the text is replaced from outside of its editor. */
  readonly text = signal(0)
  readonly changed: ReadonlySignal<readonly AnyField[]>

  constructor(id: number | undefined, { like, day, filling }: Beginning) {
    this.#id = id
    this.#like = like
    this.#filling = filling
    this.#first = onDay(emptyForm(mayPublish() ? 'publish' : 'pending'), day)
    this.form = signal(this.#first)
    this.base = signal(this.#first)
    this.changed = computed(() => differences(this.base.value, this.form.value))
    this.faults.subscribe(() => (this.#told = this.form.peek()))
  }

  #replace(next: Form) {
    if (next.description !== this.form.peek().description) this.text.value += 1
    this.form.value = next
  }

  async start() {
    try {
      const source = this.#id ?? this.#like
      const [opened, loaded] = await Promise.all([
        this.#draft ?? openDraft<Form>('event', this.#id),
        source === undefined ? undefined : load(source),
      ])
      const isFirst = this.#draft === undefined
      this.#draft = opened
      if (this.#isStopped) return this.#draft.leave()
      if (loaded && this.#id === undefined) this.#replace(copyOf(loaded.form, this.#first))
      else if (loaded) this.#take(loaded)
      if (this.isReadOnly.peek()) {
        this.#draft.leave()
        this.progress.value = { is: 'clean' }
        return
      }
      if (isFirst) this.#restore()
      if (this.#filling) this.#replace(await this.#filling.fill(this.form.peek()))
      this.progress.value = {
        is: this.#isMore(this.changed.peek()) && this.#id !== undefined ? 'kept' : 'clean',
      }
    } catch (error) {
      this.progress.value = { is: 'failed', why: faultText(error), isRefused: isFinal(error) }
    }
  }

  #take(loaded: Loaded) {
    this.#versions = loaded
    this.record.value = loaded.record
    this.base.value = loaded.form
    this.isReadOnly.value = loaded.isReadOnly
    this.#replace(toSend(loaded.form))
  }

  /** Brings back what was typed earlier and has not been saved. */
  #restore() {
    if (this.#like !== undefined && this.#id === undefined) return
    const kept = this.#draft?.found
    if (!kept || !this.#isMore(differences(this.base.peek(), { ...this.base.peek(), ...kept.form }))) return
    if (this.#id !== undefined && kept.etag !== this.#versions.etag) {
      // The event has changed meanwhile: the same question as when both had been at it at once.
      this.#versions = { ...this.#versions, etag: kept.etag }
      this.base.value = kept.base
    }
    this.#replace({ ...this.#first, ...kept.form })
    this.found.value = kept.at
  }

  readonly set = (change: Partial<Form>) => {
    this.form.value = { ...this.form.peek(), ...change }
    if (this.progress.peek().is !== 'saving') this.progress.value = { is: 'changed' }
    clearTimeout(this.#keeping)
    this.#keeping = setTimeout(() => this.keepHere(), kept_ms)
    clearTimeout(this.#sending)
    this.#sending = setTimeout(() => void this.#saveItself(), sent_ms)
  }

  keepHere() {
    if (this.isReadOnly.peek() || !this.#isMore(this.changed.peek())) return
    this.#draft?.keep({
      form: this.form.peek(),
      base: this.base.peek(),
      etag: this.#versions.etag,
      at: new Date().toISOString(),
    })
    if (this.progress.peek().is === 'changed') this.progress.value = { is: 'kept' }
  }

  async #saveItself() {
    if (
      this.#isSending ||
      this.conflict.peek() ||
      !savesItself(this.form.peek(), this.record.peek()) ||
      !this.#hasMore()
    )
      return
    await this.save({ as: 'draft', isByItself: true })
  }

  /** Whether there is more to save than what it is to become. */
  #hasMore() {
    return this.#isMore(this.changed.peek()) || this.#id === undefined
  }

  #isMore(fields: readonly AnyField[]) {
    return isWork(fields, this.#id === undefined || unseen.has(this.base.peek().status))
  }

  /** Saves once what is being saved has been: answers whether it is. */
  save(intent: Intent): Promise<boolean> {
    clearTimeout(this.#sending)
    this.#saving = this.#saving.then(() => this.#saveNow(intent))
    return this.#saving
  }

  /** Whether it has to be chosen which dates are meant: tickets are those of one date anyway. */
  #asksScope({ as, scope }: Intent): boolean {
    const isOfDates = this.hasSeries() && this.changed.peek().some((field) => field !== 'tickets')
    return as === 'chosen' && isOfDates && scope === undefined
  }

  async #saveNow(intent: Intent): Promise<boolean> {
    const open = this.conflict.peek()
    if (open) {
      // What is to be chosen comes first.
      this.conflict.value = { ...open, next: intent }
      return false
    }
    if (this.#asksScope(intent)) {
      // A draft of a series is published, or sent, with all its dates, as its button says.
      if (isDecided(this.base.peek(), this.form.peek())) return this.#saveNow({ ...intent, scope: 'all' })
      this.isAskingScope.value = true
      return false
    }
    this.tellsGuests.value = undefined
    this.#isSending = true
    this.progress.value = { is: 'saving' }
    const sent = this.form.peek()
    try {
      await this.#send(sent, intent)
      if (!intent.isByItself || this.#told !== sent) this.faults.value = {}
      this.isAskingScope.value = false
      this.progress.value = {
        is: this.changed.peek().length > 0 && intent.as === 'chosen' ? 'changed' : 'saved',
      }
      return true
    } catch (error) {
      await this.#notSaved(error, intent)
      return false
    } finally {
      this.#isSending = false
    }
  }

  async #send(sent: Form, intent: Intent) {
    const status: Status = intent.as === 'draft' ? (this.record.peek()?.status ?? 'draft') : sent.status
    const before = this.#id
    let written = await writeEvent(before, { ...sent, status }, intent, {
      ...this.#versions,
      base: this.base.peek(),
      hasSeries: this.hasSeries(),
    })
    // Where this date has gone, another one of its series is answered.
    if (written) this.#id = written.id
    if (intent.as === 'chosen' && this.#filling) {
      await this.#filling.saved(sent.image?.id !== this.base.peek().image?.id)
      // Accepting has changed it once more.
      written = undefined
    }
    if (this.#id === undefined) return
    const made = await saveTickets(this.#id, this.base.peek().tickets, sent.tickets, intent.as === 'draft')
    if (made.isTouched) {
      this.form.value = { ...this.form.peek(), tickets: made.named(this.form.peek().tickets) }
      written = undefined
    }
    const isTyping = await this.#refresh({ ...sent, tickets: made.stored }, intent, written)
    this.#draft?.forget()
    if (before !== this.#id) {
      this.#draft?.leave()
      this.#draft = await openDraft('event', this.#id)
      rename(to(`events/${this.#id}`))
    }
    if (isTyping) this.keepHere()
    if (made.refused instanceof Error) throw made.refused
  }

  /** Reads the event as the service has it now; what was typed meanwhile stays: answers whether there is something. */
  async #refresh(sent: Form, intent: Intent, written: EventRecord | undefined): Promise<boolean> {
    if (this.#id === undefined) return false
    const loaded = await load(this.#id)
    const now = this.form.peek()
    const typed = differences(sent, now)
    if (written && typed.length > 0 && !isSame(written, loaded.record)) {
      // Somebody was faster than our reading: what was typed meanwhile is held against theirs.
      this.base.value = sent
      // A new event was of no version yet: this one names none that there is.
      this.#versions = { ...this.#versions, etag: this.#versions.etag ?? '"new"' }
      this.#contend(loaded, intent)
      return true
    }
    this.#versions = loaded
    const next: Record<string, unknown> = { ...loaded.form }
    for (const field of typed) next[field] = asMade(now[field], loaded.form[field])
    // What a draft is to become is not forgotten by saving it.
    if (intent.as === 'draft') Object.assign(next, { status: now.status, publishAt: now.publishAt })
    this.record.value = loaded.record
    this.base.value = loaded.form
    const same = loaded.form.description === sent.description
    if (same) this.form.value = next as unknown as Form
    else this.#replace(next as unknown as Form)
    return typed.length > 0
  }

  async #notSaved(error: unknown, intent: Intent) {
    this.keepHere()
    if (error instanceof Refusal) await renewOwnFields(error)
    if (error instanceof Refusal && error.status === 412 && this.#id !== undefined) {
      this.#contend(await load(this.#id), intent)
      this.progress.value = { is: 'kept' }
      return
    }
    if (error instanceof Refusal && intent.as === 'chosen') {
      this.faults.value = error.fields
      this.isAskingScope.value = false
    }
    this.progress.value = { is: 'failed', why: faultText(error) }
  }

  /** Somebody else has changed the event: what only one of us changed is merged, the rest is to be chosen. */
  #contend(loaded: Loaded, intent: Intent) {
    const mine = this.form.peek()
    const { merged, open } = merge(this.base.peek(), mine, loaded.form)
    this.isAskingScope.value = false
    this.conflict.value = {
      mine,
      theirs: loaded.form,
      merged,
      open,
      etag: loaded.etag,
      seriesEtag: loaded.seriesEtag,
      next: intent,
    }
    this.record.value = loaded.record
  }

  /** Goes on after a conflict, with what was chosen. */
  async resolve(chosen: Form) {
    const now = this.conflict.peek()
    if (!now) return
    this.conflict.value = undefined
    this.#versions = now
    this.base.value = now.theirs
    this.#replace(chosen)
    if (now.open.length === 0 || this.changed.peek().length > 0) await this.save(now.next)
    else this.progress.value = { is: 'saved' }
  }

  readonly throwAway = () => {
    this.#draft?.forget()
    this.found.value = undefined
    this.#replace(this.base.peek())
    this.progress.value = { is: 'clean' }
    if (this.#id !== undefined) void this.start()
  }

  /** The event is gone: nothing that was typed is kept for it. */
  leave() {
    clearTimeout(this.#keeping)
    clearTimeout(this.#sending)
    this.#draft?.forget()
    this.form.value = this.base.peek()
  }

  stop() {
    this.#isStopped = true
    clearTimeout(this.#keeping)
    clearTimeout(this.#sending)
    this.keepHere()
    this.#draft?.leave()
  }

  /** What a change would do to which dates; nothing is written. */
  tryOut(of: Omit<Intent, 'as'>) {
    return tryOut(this.#id, { base: this.base.peek(), form: this.form.peek() }, of)
  }

  hasSeries(): boolean {
    return this.record.value?.series !== undefined
  }
}
