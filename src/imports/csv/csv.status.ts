import { fold } from '../../text/fold.ts'
import { quote } from '../../params/parameter.ts'
import { type Cells, readYes } from './csv.times.ts'

/** The statuses here of an event, from the most to the least public. */
type Status = 'publish' | 'pending' | 'draft' | 'private' | 'trash'

/** Words for statuses in the languages of the public pages, and those of programs. */
const words: Readonly<Record<Status, string>> = {
  publish:
    'publish, published, confirmed, public, active, approved, scheduled, live, yes, veröffentlicht, bestätigt, öffentlich, aktiv, ' +
    'publié, confirmé, publicado, confirmado, pubblicato, confermato, gepubliceerd, bevestigd, 公開, 確定, منشور, مؤكد, normal, default, standard',
  pending:
    'pending, pending review, in review, ausstehend, en attente, pendiente, in attesa, in behandeling, pendente, 保留',
  draft:
    'draft, tentative, postponed, unpublished, inactive, entwurf, vorläufig, verschoben, brouillon, provisoire, reporté, borrador, ' +
    'provisional, aplazado, bozza, provvisorio, rinviato, concept, voorlopig, uitgesteld, rascunho, provisório, adiado, 下書き, 仮, 延期, مسودة, مؤجل',
  private:
    'private, confidential, personal, internal, hidden, privat, vertraulich, persönlich, intern, privé, confidentiel, personnel, ' +
    'privado, confidencial, interno, privato, riservato, personale, persoonlijk, vertrouwelijk, particular, 非公開, 社外秘, 個人用, 親展, خاص, سري',
  trash:
    'trash, cancelled, canceled, deleted, abgesagt, storniert, annulé, cancelado, anulado, annullato, geannuleerd, afgelast, 中止, キャンセル, ملغى, ملغاة',
}

const statuses: ReadonlyMap<string, Status> = new Map(
  (Object.entries(words) as [Status, string][]).flatMap(([status, list]) =>
    list.split(', ').map((word) => [fold(word), status] as const),
  ),
)

const order: readonly Status[] = ['publish', 'pending', 'draft', 'private', 'trash']

/**
 * The status of the event of a row: the least public one that any of its columns says. What is not understood may mean that it is
 * not public, so that the event becomes a draft, and that is told.
 */
export function readStatus(cells: Cells): { status: Status | 'future'; lost: readonly string[] } {
  const lost: string[] = []
  const said: Status[] = ['publish']
  const unknown = (field: string, text: string) => {
    lost.push(`${field} is ${quote(text)}, which is not understood: the event is a draft`)
    said.push('draft')
  }
  const written = cells('status')
  if (fold(written) === 'future') return { status: 'future', lost }
  for (const field of ['status', 'sensitivity'] as const) {
    const text = cells(field)
    const status = statuses.get(fold(text))
    if (status) said.push(status)
    else if (text !== '') unknown(field, text)
  }
  const flags = [
    ['private', true, 'private'],
    ['public', false, 'draft'],
    ['draft', true, 'draft'],
    ['cancelled', true, 'trash'],
  ] as const
  for (const [field, meant, status] of flags) {
    const text = cells(field)
    const answer = text === '' ? undefined : readYes(text)
    if (answer === meant) said.push(status)
    else if (text !== '' && answer === undefined) unknown(field, text)
  }
  return {
    status: said.toSorted((one, other) => order.indexOf(other) - order.indexOf(one))[0] ?? 'publish',
    lost,
  }
}
