import { fold } from '../text/fold.ts'

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
    'draft, tentative, postponed, unpublished, inactive, entwurf, vorläufig, verschoben, brouillon, provisoire, reporté, borrador, ' +
    'provisional, aplazado, bozza, provvisorio, rinviato, concept, voorlopig, uitgesteld, rascunho, provisório, adiado, 下書き, 仮, 延期, مسودة, مؤجل',
  private:
    'private, confidential, personal, internal, hidden, privat, vertraulich, persönlich, intern, privé, confidentiel, personnel, ' +
    'privado, confidencial, interno, privato, riservato, personale, persoonlijk, vertrouwelijk, particular, 非公開, 社外秘, 個人用, 親展, خاص, سري',
  trash:
    'trash, cancelled, canceled, deleted, abgesagt, storniert, annulé, cancelado, anulado, annullato, geannuleerd, afgelast, 中止, キャンセル, ملغى, ملغاة',
}

/** The status that a word is for; undefined for other words. */
export function statusNamed(word: string): Status | undefined {
  return statuses.get(fold(word))
}

/** The least public of some statuses; published without any. */
export function leastPublic(statuses: readonly Status[]): Status {
  return statuses.toSorted((one, other) => order.indexOf(other) - order.indexOf(one))[0] ?? 'publish'
}

const statuses: ReadonlyMap<string, Status> = new Map(
  (Object.entries(words) as [Status, string][]).flatMap(([status, list]) =>
    list.split(', ').map((word) => [fold(word), status] as const),
  ),
)

const order: readonly Status[] = ['publish', 'pending', 'draft', 'private', 'trash']
