import { Dialog } from '../dialog.tsx'
import type { EventRecord } from '../records.ts'
import { categories } from '../terms.ts'
import { t } from '../texts.ts'
import { AsPublic } from '../waiting/public.tsx'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'

/** A public event as visitors would see it with what is typed: nothing of that is saved by looking at it. */
export function TypedPreview(props: { readonly store: Store; readonly onClose: () => void }) {
  const { store, onClose } = props
  const stored = store.record.value
  if (!stored) return null
  return (
    <Dialog
      title={t('preview')}
      onClose={onClose}
      onAnswer={onClose}
      foot={
        <>
          <a class="button plain" href={stored.url} target="_blank" rel="noopener">
            {t('seeInPublic')}
          </a>
          <button value="no" autofocus>
            {te('backToTyping')}
          </button>
        </>
      }
    >
      <p class="hint">{te('notSavedYet')}</p>
      <AsPublic item={{ source: 'event', event: asTyped(stored, store), who: '' }} />
    </Dialog>
  )
}

/** The record as it would be; what is typed as text is text. */
function asTyped(stored: EventRecord, { form }: Store): EventRecord {
  const {
    title,
    description,
    when,
    image,
    costs,
    venues,
    organizers,
    attendance,
    categories: chosen,
  } = form.value
  const places = attendance === 'online' ? [] : venues
  return {
    ...stored,
    title,
    description,
    all_day: when.isAllDay,
    start_date: `${when.startDay} ${when.startTime || '00:00'}:00`,
    end_date: `${when.endDay || when.startDay} ${when.endTime || when.startTime || '23:59'}:00`,
    cost: costs.join(', '),
    image: image ? { ...image, width: 480, height: 270 } : false,
    categories: chosen.flatMap((id) => categories.value.get(id) ?? []),
    venue: places.map(({ id, name, says }, at) => ({
      id: id || -1 - at,
      status: 'publish' as const,
      venue: escaped(name),
      address: escaped(says),
    })),
    organizer: organizers.map(({ id, name }, at) => ({
      id: id || -1 - at,
      status: 'publish' as const,
      organizer: escaped(name),
    })),
  }
}

/** A name as HTML, as records have it. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
