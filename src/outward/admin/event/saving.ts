import type { RefObject } from 'preact'
import { faultText } from '../faults.ts'
import { ownFields } from '../own/declared.ts'
import { isOwn } from '../own/form.ts'
import { useSaveKeys } from '../record/keys.ts'
import { takeTyped } from '../record/typed.ts'
import { go, to } from '../route.ts'
import { t } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import type { Ways } from './bar.tsx'
import { wrongIn } from './checks.ts'
import type { Intent } from './intent.ts'
import { faultId, nameAt } from './names.ts'
import { unfold } from './parts.tsx'
import type { Store } from './store.ts'

const loadLacking = () => import('./lacking.ts')

/** Saves it; what stands in fields is taken, and what is wrong with it is known before it is sent. */
async function saveAs(store: Store, form: HTMLFormElement | null, as: Intent['as']): Promise<boolean> {
  const typed = form ? await takeTyped(form, nameAt) : {}
  const now = store.form.peek()
  // A draft may wait for what has to be said before it is public.
  const isAsked = as === 'chosen' && ownFields('event').length > 0
  const lacking = isAsked ? (await loadLacking()).lackingIn(now, store.base.peek(), !store.record.peek()) : {}
  const wrong = { ...wrongIn(now), ...lacking, ...typed }
  const isWrong = Object.keys(wrong).length > 0
  if (isWrong) {
    store.keepHere()
    store.faults.value = wrong
    store.progress.value = { is: 'failed', why: '' }
  }
  if (!isWrong && as === 'chosen' && (await tellsGuests(store))) {
    store.tellsGuests.value = 'save'
    return false
  }
  const isSaved = !isWrong && (await store.save({ as }))
  // Once they are drawn.
  if (!isSaved && Object.keys(store.faults.value).length > 0)
    setTimeout(() => lead(Object.keys(store.faults.value)))
  return isSaved
}

/** Whether guests are told of what was changed, which is said first; of a series the question for its dates says it. */
async function tellsGuests(store: Store): Promise<boolean> {
  if (!store.record.peek()?.registration || store.hasSeries()) return false
  return (await loadNews()).newsOf(store) !== undefined
}
const loadNews = () => import('./news.ts')

/** Leads to what is at fault: to the first of the calendar’s own fields where it is nothing else, else to where all of it is named. */
function lead(faults: readonly string[]) {
  const field = faults.every(isOwn) ? document.getElementById(faultId(faults[0] ?? '')) : null
  unfold(field)
  const at = field ?? document.getElementById('faults')
  at?.focus()
}

const loadTrash = () => import('./trash.ts')

/** What can be done with what is typed, by buttons and by keys; `onTyped` shows what was typed and not saved. */
export function useSaving(store: Store, form: RefObject<HTMLFormElement | null>, onTyped: () => void) {
  const saveNow = (as: Intent['as']) => saveAs(store, form.current, as)
  const save = async () => {
    const before = store.record.value?.status
    if (await saveNow('chosen')) say(savedText(store, before))
  }
  const send = () => form.current?.requestSubmit()
  useSaveKeys(() => {
    // What nobody sees yet does not become public by this key.
    const { value: stored } = store.record
    const isPublic = stored?.status === 'publish' || stored?.status === 'future'
    if (isPublic) send()
    else void saveNow('draft')
  }, send)
  const addAnother = async () => {
    if (!(await saveNow('chosen'))) return
    say(savedText(store, undefined))
    go(to('events/new'))
  }
  const preview = async () => {
    const isPublic = store.record.value?.status === 'publish'
    // What visitors see already is not changed by looking at what was typed.
    if (isPublic && store.changed.value.length > 0) return onTyped()
    // Opened at once: browsers allow it only while a key or the mouse is pressed.
    const page = window.open('', '_blank')
    // Its page shows what is stored: what was typed is, also of a new event.
    const hasMore = store.changed.value.length > 0 || !store.record.value
    const isShown = !hasMore || (await saveNow('draft'))
    const url = store.record.value?.url
    if (isShown && url !== undefined && page) page.location.href = url
    else page?.close()
  }
  const ways: Ways = {
    onPreview: () => void preview(),
    onAddAnother: () => void addAnother(),
    onDraft: () => void saveNow('draft'),
    onTrash: () =>
      void loadTrash()
        .then(({ trash }) => trash(store))
        .catch((error: unknown) => sayFault(faultText(error))),
  }
  return { save, ways }
}

function savedText({ record }: Store, before: string | undefined): string {
  const status = record.value?.status
  if (status === before) return t('changesSaved')
  if (status === 'publish') return t('isPublicNow')
  if (status === 'future') return t('isScheduled')
  return status === 'pending' ? t('isSent') : t('isDraft')
}
