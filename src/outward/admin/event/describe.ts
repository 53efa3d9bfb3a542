import { spanText } from '../series/span.ts'
import { categories } from '../terms.ts'
import { plain, t } from '../texts.ts'
import { datesOf, type Field, type Form, isAllDay } from './form.ts'
import { linesOf } from './repeat.ts'
import { t as te } from './texts.ts'
import { ticketsText } from './tickets.ts'

/** What a field is called on the screen. */
export function fieldName(field: Field): string {
  switch (field) {
    case 'title':
      return t('title')
    case 'excerpt':
      return t('inOneSentence')
    case 'description':
      return t('text')
    case 'when':
      return t('when')
    case 'repeat':
      return t('repeatsLegend')
    case 'venues':
      return t('place')
    case 'organizers':
      return t('organizers')
    case 'attendance':
      return t('howToTakePart')
    case 'onlineUrl':
    case 'onlineShown':
      return t('onlineUrl')
    case 'costs':
    case 'tickets':
      return t('cost')
    case 'website':
      return t('whereToBook')
    case 'image':
      return t('picture')
    case 'categories':
      return t('categories')
    case 'tags':
      return t('tags')
    case 'happening':
      return t('takesPlace')
    case 'reason':
      return t('cancelReason')
    case 'status':
    case 'publishAt':
      return t('publishing')
    case 'note':
      return te('wordToEditor')
    default:
      return t('featureIt')
  }
}

/** What a field holds, as a line of text. */
export function fieldText(field: Field, form: Form): string {
  switch (field) {
    case 'description':
    case 'title':
    case 'excerpt':
      return plain(form[field])
    case 'when': {
      const { startDay, startTime, endTime } = form.when
      if (startDay === '') return ''
      const { start_date, end_date } = datesOf(form)
      const isOfDays = isAllDay(form.when) || startTime === ''
      return spanText({ start_date, end_date: endTime === '' ? start_date : end_date, all_day: isOfDays })
    }
    case 'repeat':
      return linesOf(form.repeat).join(' ') || t('repeatsNot')
    case 'venues':
    case 'organizers':
      return form[field].map(({ name }) => name).join(', ')
    case 'tags':
      return form.tags.map(({ name }) => name).join(', ')
    case 'categories':
      return form.categories.map((id) => plain(categories.value.get(id)?.name ?? String(id))).join(', ')
    case 'costs':
      return form.costs.map((cost) => (cost === '0' ? te('free') : cost)).join(', ')
    case 'tickets':
      return ticketsText(form.tickets)
    case 'image':
      return form.image?.url.split('/').at(-1) ?? ''
    case 'isFeatured':
      return form.isFeatured ? t('yes') : t('no')
    case 'attendance':
      return { in_person: t('atPlace'), online: t('online'), mixed: t('both') }[form.attendance]
    case 'happening':
      return {
        scheduled: t('asPlanned'),
        canceled: t('canceled'),
        postponed: t('postponedLong'),
        rescheduled: t('onAnotherDay'),
        moved_online: t('movedOnline'),
      }[form.happening]
    case 'status':
      return {
        publish: t('isPublic'),
        future: t('publishLater'),
        draft: t('draft'),
        pending: t('waitingOne'),
        private: t('private'),
        trash: t('trash'),
      }[form.status]
    case 'onlineShown':
      return form.onlineShown === 'attendees' ? t('onlineForAttendees') : t('online')
    default:
      return form[field]
  }
}
