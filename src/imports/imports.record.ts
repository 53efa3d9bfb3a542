import type { EventsTable, OrganizersTable, VenuesTable } from '../db/tables.ts'

/** What is imported, in the order in which a batch is written: what is linked to comes before what links to it. */
export const importKinds = ['image', 'category', 'tag', 'venue', 'organizer', 'event'] as const
export type ImportKind = (typeof importKinds)[number]

/** A record of any source, in the one form that is applied. Other records are named by their keys. */
interface Imported {
  /** What the source calls it, the same whenever it is read: an id, a UID. Unique among the records of its kind there. */
  readonly key: string
  /** Where in the source it stands, for sentences: `line 12`, an address. */
  readonly at?: string
  /** The id that it is to keep, if nobody else has it here. */
  readonly id?: number
  /**
   * What it says, in the parameters with which the API creates one; read, cleaned and judged as there. What is absent is
   * not said and stays as it is; null says that there is none.
   */
  readonly fields: Readonly<Record<string, unknown>>
  /** What the source says and Kalends cannot hold, each as `field: why`. */
  readonly lost?: readonly string[]
  /** The address it had, which is to lead to it here. */
  readonly permalink?: string
  /** It only stands in for the whole record, as a venue does that is shown within an event: it changes nothing that is known. */
  readonly isPartial?: true
}

/** A category or tag. A parent comes before its children. */
export interface ImportedTerm<Kind extends 'category' | 'tag' = 'category' | 'tag'> extends Imported {
  readonly kind: Kind
  /** The key of the category above it; null for none. */
  readonly parent?: string | null
}

/** An image, fetched from the first of its addresses that has it. Its fields are title, alt_text, caption and credit. */
export interface ImportedImage extends Imported {
  readonly kind: 'image'
  readonly urls: readonly string[]
}

/** What posts have beside the fields of the API. */
interface ImportedPost<Columns> extends Imported {
  /** What the source calls its author; absent for whoever imports. */
  readonly author?: string
  /** The key of its image; null for none. */
  readonly image?: string | null
  /** Columns that the API does not take, as they are to be stored: when it was last changed, for one. */
  readonly kept?: Partial<Columns>
}

/** Columns that follow from others, or that are said by key. */
type Settled = 'id' | 'author_id' | 'image_id' | 'folded' | 'title_folded'

/** A venue as a source has it. */
export interface ImportedVenue extends ImportedPost<Omit<VenuesTable, Settled>> {
  readonly kind: 'venue'
}

/** An organizer as a source has it. */
export interface ImportedOrganizer extends ImportedPost<Omit<OrganizersTable, Settled>> {
  readonly kind: 'organizer'
}

/** An event as a source has it; what it is linked to by the keys of the source. */
export interface ImportedEvent extends ImportedPost<
  Omit<EventsTable, Settled | 'post_parent' | 'cost_kind'>
> {
  readonly kind: 'event'
  readonly venues?: readonly string[]
  readonly organizers?: readonly string[]
  readonly categories?: readonly string[]
  readonly tags?: readonly string[]
  /** The key of the event it belongs to, which comes before it or in the same batch; null for none. */
  readonly parent?: string | null
}

export type ImportRecord =
  | ImportedImage
  | ImportedTerm<'category'>
  | ImportedTerm<'tag'>
  | ImportedVenue
  | ImportedOrganizer
  | ImportedEvent

/** A record that could not be read, and why, as a sentence: it is told of and left out. */
export interface Unreadable {
  readonly kind: ImportKind
  /** Empty where not even that is known. */
  readonly key: string
  readonly at?: string
  readonly fault: string
}

/** A name of a record in its source. */
export interface SourceKey {
  readonly kind: ImportKind
  readonly key: string
}

/** What is applied in one transaction. */
export interface ImportBatch {
  readonly records: readonly (ImportRecord | Unreadable)[]
  /** Records that are as they were when they were last read. */
  readonly unchanged?: readonly SourceKey[]
  /** Where to go on after this batch; any text that the source understands. */
  readonly cursor: string
  /** How many records there are in all, as far as the source can tell. */
  readonly expected?: number
  /** Sentences for the report. */
  readonly notes?: readonly string[]
  /** Pages that were read whole, to be asked for next time with what tells whether they are still the same. */
  readonly pages?: readonly RememberedPage[]
}

/** A page of a source as it was last read. */
export interface RememberedPage {
  readonly address: string
  /** What tells whether it is still the same, as the source's reader understands it. */
  readonly validator: string
  readonly records: readonly SourceKey[]
}

/** Where a reading that was broken off is to go on. */
export interface Resumption {
  readonly cursor: string
  /** What this reading has brought already. */
  readonly seen: readonly SourceKey[]
}

/** Something that records are read from. */
export interface ImportSource {
  /** The name under which its keys are remembered, the same for the same source. */
  readonly name: string
  /**
   * What is gone here when a whole reading did not bring it: everything that came from the source, or of posts only what is
   * published, as when nothing else was shown; nothing for a source that shows a part of itself, such as a file.
   */
  readonly follows: 'everything' | 'published' | 'nothing'
  /** Reads in batches, with the pages that were remembered at hand. Throws an {@link ImportFault} when it cannot go on. */
  read(resume: Resumption | undefined, pages: ReadonlyMap<string, RememberedPage>): AsyncIterable<ImportBatch>
  /** Asks once more for a record that a whole reading did not bring: `gone`, or what there is of it. */
  confirm?(missing: SourceKey): Promise<'gone' | readonly (ImportRecord | Unreadable)[]>
}

/** Why an import cannot go on, as a sentence for whoever asked for it. What was written stays, and it can be taken up again. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault'
}

/** Whose the records are: by what the source calls an author, and else one user. */
export interface Authors {
  readonly byKey: ReadonlyMap<string, number>
  readonly otherwise: number
}
