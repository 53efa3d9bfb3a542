import type { EventStatus } from '../../pure/params/words.ts'
import { fold } from '../../pure/text/fold.ts'

/** The statuses here of an event, from the most to the least public. */
export type Status = 'publish' | 'pending' | 'draft' | 'private' | 'trash'

/** Words for statuses in the languages of the public pages, and those of programs. */
const words: Readonly<Record<Status, string>> = {
  publish:
    'publish, published, confirmed, public, active, approved, scheduled, live, yes, veröffentlicht, bestätigt, öffentlich, aktiv, ' +
    'publié, confirmé, publicado, confirmado, pubblicato, confermato, gepubliceerd, bevestigd, 公開, 確定, منشور, مؤكد, normal, default, standard',
  pending:
    'pending, pending review, in review, ausstehend, en attente, pendiente, in attesa, in behandeling, pendente, 保留',
  draft:
    'draft, tentative, unpublished, inactive, entwurf, vorläufig, brouillon, provisoire, borrador, ' +
    'provisional, bozza, provvisorio, concept, voorlopig, rascunho, provisório, 下書き, 仮, مسودة',
  private:
    'private, confidential, personal, internal, hidden, privat, vertraulich, persönlich, intern, privé, confidentiel, personnel, ' +
    'privado, confidencial, interno, privato, riservato, personale, persoonlijk, vertrouwelijk, particular, 非公開, 社外秘, 個人用, 親展, خاص, سري',
  trash: 'trash, deleted',
}

/** Words for what happens to events. */
const happenings: Readonly<Partial<Record<EventStatus, string>>> = {
  canceled:
    'cancelled, canceled, abgesagt, storniert, annulé, cancelado, anulado, annullato, geannuleerd, afgelast, 中止, キャンセル, ملغى, ملغاة',
  postponed: 'postponed, verschoben, reporté, aplazado, rinviato, uitgesteld, adiado, 延期, مؤجل',
  rescheduled: 'rescheduled',
  moved_online: 'moved online, moved_online, movedonline',
}

/** What happens to an event by a word: it was published before; undefined for other words. */
export function happeningNamed(word: string): EventStatus | undefined {
  return happeningsByWord.get(fold(word))
}

/** The status that a word is for; undefined for other words. */
export function statusNamed(word: string): Status | undefined {
  return statuses.get(fold(word))
}

/** The least public of some statuses; published without any. */
export function leastPublic(statuses: readonly Status[]): Status {
  return statuses.toSorted((one, other) => order.indexOf(other) - order.indexOf(one))[0] ?? 'publish'
}

const statuses = byWord<Status>(words)
const happeningsByWord = byWord<EventStatus>(happenings)

function byWord<Meant extends string>(
  lists: Readonly<Partial<Record<Meant, string>>>,
): ReadonlyMap<string, Meant> {
  return new Map(
    (Object.entries(lists) as [Meant, string][]).flatMap(([meant, list]) =>
      list.split(', ').map((word) => [fold(word), meant] as const),
    ),
  )
}

const order: readonly Status[] = ['publish', 'pending', 'draft', 'private', 'trash']
