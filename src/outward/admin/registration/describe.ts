import { plain } from '../texts.ts'
import { edgeOf, type EdgeName } from './edges.ts'
import type { Registration } from './form.ts'
import { t, tn } from './texts.ts'

/** What is entered, in a line of text; empty where nobody registers. */
export function describe(form: Registration | null): string {
  if (!form) return ''
  const { mode, url, capacity, waiting_list, party_max, questions, consent, note, reply_to } = form
  const edges = [edgeText(form, 'opens'), edgeText(form, 'closes')]
  const said =
    mode === 'external'
      ? [t('elsewhere'), url, ...edges]
      : [
          t(mode === 'approval' ? 'approval' : 'here'),
          capacity === null ? '' : tn('placesCount', Number(capacity)),
          capacity !== null && waiting_list ? t('waitingList') : '',
          Number(party_max) === 1 ? '' : `${t('partyMax')}: ${party_max}`,
          ...edges,
          ...[...questions.map(({ label }) => label), consent, note, reply_to].map(plain),
          form.reminder ? '' : t('noReminder'),
        ]
  return said.filter(Boolean).join(' · ')
}

function edgeText(form: Registration, name: EdgeName): string {
  const { is, amount, unit, at } = edgeOf(form, name)
  if (is === 'usual') return ''
  return `${t(name)}: ${is === 'at' ? at.replace('T', ' ') : `${t('beforeStart')}, ${amount} ${t(unit)}`}`
}
