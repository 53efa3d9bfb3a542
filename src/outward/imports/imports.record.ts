import type { Selectable } from 'kysely'
import type { ImportKind } from '../../storage/schema/tables.imports.ts'
import type { EventsTable, OrganizersTable, SeriesTable, VenuesTable } from '../../storage/schema/tables.ts'
import type { Context } from '../../http/context.ts'

/** A part of a record that is told of: its field, what it says at the source, and why that is not, or not so, here. */
export interface Loss {
  readonly field: string
  /** Empty where the field says it all. */
  readonly what: string
  readonly why: string
}

/** Something that is told of a record: in parts, or as `field: why`. */
export type Told = string | Loss

/** A file of the source that the texts of a record show or lead to. */
export interface TextFile {
  /** As it stands in the texts. */
  readonly url: string
  /** The key of its record. */
  readonly image: string
}

/** What a source says in a field of its own, as the original’s add-on tells it. */
export interface CustomField {
  readonly key: string
  /** What people call it there; empty where it tells none. */
  readonly label: string
  /** Several of a choice. */
  readonly value: string | readonly string[]
}

/** A field that another Kalends has declared, as it tells it. */
export type DeclaredThere = Readonly<Record<string, unknown>> & { readonly name: string }

/** A record of any source, in the common form. It refers to other records by their keys. */
interface Imported {
  /** Its permanent name at the source, such as an id or a UID, unique among the records of its kind there. */
  readonly key: string
  /** Its position in the source, for sentences: `line 12`, an address. */
  readonly at?: string
  /** The id that it should keep, if it is free here. */
  readonly id?: number
  /**
   * Its fields, as the parameters with which the API creates one, which are read, cleaned and checked as there. Fields that are
   * absent stay as they are; null means none.
   */
  readonly fields: Readonly<Record<string, unknown>>
  /** Values of the source that Kalends cannot store. */
  readonly lost?: readonly Told[]
  /** What was understood otherwise than it is written, or where the source leaves it open. */
  readonly assumed?: readonly Told[]
  /** The address that it had, which will redirect to it here. */
  readonly permalink?: string
  /** Addresses that led to it there, which will redirect to it here, too. */
  readonly addresses?: readonly string[]
}

/** A category or tag. A parent comes before its children. */
export interface ImportedTerm<Kind extends 'category' | 'tag' = 'category' | 'tag'> extends Imported {
  readonly kind: Kind
  /** The key of the category above it; null for none. */
  readonly parent?: string | null
}

/**
 * An image, or a file of PDF that texts lead to, fetched from the first of its addresses that has it. Its fields are title, alt_text,
 * caption and credit.
 */
export interface ImportedImage extends Imported {
  readonly kind: 'image'
  readonly urls: readonly string[]
  /** For one without an id: the least that it may get, beyond those that other records of the source bring along. */
  readonly leastId?: number
}

/** Members of posts beside the fields of the API. */
interface ImportedPost<Columns> extends Imported {
  /** The name of its author at the source; absent for the importing user. */
  readonly author?: string
  /** The key of its image; null for none. */
  readonly image?: string | null
  /** The files of the source in its texts, which lead to those here once they are fetched. */
  readonly texts?: readonly TextFile[]
  /** What it says in fields of its own, which are read by what is declared here; those that are known by name are among its fields. */
  readonly custom?: readonly CustomField[] | undefined
  /** Columns that the API does not take, such as the modification date, as they are to be stored. */
  readonly kept?: Partial<Columns>
}

/** Columns that are made from others, or that are given by key. */
type Settled = 'id' | 'author_id' | 'image_id' | 'folded' | 'title_folded'

/** A venue as a source has it. */
export interface ImportedVenue extends ImportedPost<Omit<VenuesTable, Settled>> {
  readonly kind: 'venue'
}

/** An organizer as a source has it. */
export interface ImportedOrganizer extends ImportedPost<Omit<OrganizersTable, Settled>> {
  readonly kind: 'organizer'
}

/** An event as a source has it; its links are keys of the source. */
export interface ImportedEvent extends ImportedPost<
  Omit<Selectable<EventsTable>, Settled | 'post_parent' | 'cost_kind'>
> {
  readonly kind: 'event'
  /** What feeds of its source call it, which it keeps, so that nobody who took it over gets it twice. */
  readonly uid?: string
  /** Its password, which is only kept as a digest; null for none; absent where the source says nothing of it. */
  readonly password?: string | null
  readonly venues?: readonly string[]
  readonly organizers?: readonly string[]
  readonly categories?: readonly string[]
  readonly tags?: readonly string[]
  /** Its tickets, as the parameters with which the API creates them; absent where the source says nothing of them. */
  readonly tickets?: readonly Readonly<Record<string, unknown>>[]
  /** The key of its parent event, which comes before it or in the same batch; null for none. */
  readonly parent?: string | null
  /** What it is called in a table that Kalends wrote: if it is one of here, that one is updated. */
  readonly own?: OwnName
  /** Which occurrences of a series it speaks of, where the source has the series itself elsewhere. */
  readonly within?: SeriesPart
  /** It does not repeat: what is here of a series of its key, beside itself, is no more. */
  readonly isAlone?: true
  /** The key of its series, if that has more occurrences than are told: those are not gone. */
  readonly cutSeries?: string
  /** If it is here already, only these fields are said of it. */
  readonly only?: readonly string[]
  /** The series that it is a date of, which is made or changed with it. */
  readonly occurrence?: OccurrenceSaid
  /** Of the first date of a series: when and how that repeats, without what EXDATE leaves out. */
  readonly recurrence?: ScheduleSaid
  /** The fields in which a date differs from its series, as {@link OccurrenceSaid} has them, where it does. */
  readonly differs?: readonly string[]
}

/** When a series takes place, as it is stored. */
export type ScheduleSaid = Pick<
  SeriesTable,
  'timezone' | 'all_day' | 'start_wall' | 'duration' | 'recurrence'
>

/** A series of a source, as all of its dates tell it. */
export interface SeriesSaid {
  readonly key: string
  /** The id that it should keep, if it is free here. */
  readonly id?: number
  readonly schedule: ScheduleSaid
  /** Up to when its dates are told; null: all are. */
  readonly until: string | null
  /** Its dates as its own clock says them, those that differ too, and by what keys their records are known. */
  readonly dates: readonly { readonly at: string; readonly key: string }[]
}

/** A date of a series. */
export interface OccurrenceSaid {
  readonly series: SeriesSaid
  /** The wall clock that the rule gave it, of whole days the day. */
  readonly at: string
  /** The fields in which it differs from its series, as the API calls them. */
  readonly differs: readonly string[]
  /** The event that is this date here though the source has not named it yet: its series was laid out here. */
  readonly here?: number
  /** The fields that were changed on this date alone here, as the API calls them. */
  readonly held?: readonly string[]
}

/** Occurrences of a series that was read before: their keys are that of the series, or begin with it and a slash. */
export interface SeriesPart {
  readonly series: string
  /** When the occurrence starts by the series, in epoch seconds; undefined for all of them. */
  readonly at?: number
  /** All later ones as well. */
  readonly andLater?: true
  /** They are cancelled, and nothing else is said of them. */
  readonly isCancelled?: true
}

/** What our tables call an event, and when it had been changed last, as `YYYY-MM-DD HH:MM:SS` in UTC. */
export interface OwnName {
  readonly id?: number
  readonly uid: string
  readonly modified?: string
}

/** The columns of a table that Kalends wrote, as fields with their positions. */
export interface OwnTable {
  readonly columns: readonly (readonly [field: string, position: number])[]
}

/** What showing events as our tables do depends on. */
export type TableSettings = Pick<Context, 'siteZone' | 'costFormat' | 'currencyCode' | 'declared'>

/** Whether an event says of itself that it does not take place. */
export function saysNo(fields: ImportedEvent['fields']): boolean {
  return fields['event_status'] === 'canceled' || fields['status'] === 'trash'
}

export type ImportRecord =
  | ImportedImage
  | ImportedTerm<'category'>
  | ImportedTerm<'tag'>
  | ImportedVenue
  | ImportedOrganizer
  | ImportedEvent

/** A record that could not be read, and why, as a sentence: it is reported and left out. */
export interface Unreadable {
  readonly kind: ImportKind
  /** Empty if not even that is known. */
  readonly key: string
  readonly at?: string
  readonly fault: string
  /** It was read, and says of itself that it does not take place: what is known of it is gone. */
  readonly isNothing?: true
}

/** The kind and the key of a record. */
export interface SourceKey {
  readonly kind: ImportKind
  readonly key: string
}

/** The records that are written in one transaction. */
export interface ImportBatch {
  readonly records: readonly (ImportRecord | Unreadable)[]
  /** Records that have not changed since they were last read. */
  readonly unchanged?: readonly SourceKey[]
  /** Where to continue after this batch: a text that the source understands; empty where it begins anew instead. */
  readonly cursor: string
  /** How many records there are in all, as far as the source knows. */
  readonly expected?: number
  /** Sentences for the report. */
  readonly notes?: readonly string[]
  /** Sentences on records that the source says it has and does not show. */
  readonly shortfalls?: readonly string[]
  /** Pages that were read completely, with validators for asking next time whether they have changed. */
  readonly pages?: readonly RememberedPage[]
}

/** A page of a source as it was last read. */
export interface RememberedPage {
  readonly address: string
  /** The validator by which the source tells whether it has changed. */
  readonly validator: string
  readonly records: readonly SourceKey[]
}

/** Where an interrupted run continues. */
export interface Resumption {
  readonly cursor: string
  /** The keys that this run has read already. */
  readonly seen: readonly SourceKey[]
}

/** A source of records. */
export interface ImportSource {
  /** The permanent name under which its keys are remembered. */
  readonly name: string
  /**
   * Which records are removed here if a complete run did not find them: everything that came from the source; of posts only
   * published ones, if the source showed no others; only events that are not over, for a calendar, which may drop what is; nothing,
   * for a source that may be a part, such as a file.
   */
  readonly follows: 'everything' | 'published' | 'coming' | 'nothing'
  /** The beginning of the names of sources that call the same records by the same keys; it is one of them. */
  readonly family?: string | undefined
  /**
   * The beginning of the names of sources whose records are known within their names alone, where it may be one of them under another
   * name; it is one of them.
   */
  readonly namesRows?: string | undefined
  /** The name under which earlier versions remembered its records, where several sources shared that. */
  readonly formerly?: string | undefined
  /** The columns, where it is a table that Kalends wrote. */
  readonly table?: OwnTable | undefined
  /** Where it tells only what has changed: what it no longer has. All that it does not speak of is there. */
  readonly ended?: readonly SourceKey[]
  /** What it tells of its changes, where it may do so. */
  readonly feed?: SourceFeed
  /** Reads in batches, given the pages that were remembered. Throws an {@link ImportFault} when it cannot go on. */
  read(resume: Resumption | undefined, pages: ReadonlyMap<string, RememberedPage>): AsyncIterable<ImportBatch>
  /** Who wrote its records, as far as it tells; undefined where it does not. */
  authors?(): Promise<readonly SourceAuthor[] | undefined>
  /** The fields that it has declared, where it tells them. */
  declarations?(): Promise<readonly DeclaredThere[]>
  /** Asks for a record that a complete run did not find: `gone`, or the record. */
  confirm?(missing: SourceKey): Promise<'gone' | readonly (ImportRecord | Unreadable)[]>
}

/** What a source tells of its changes, so that not all of it is read again. */
export interface SourceFeed {
  /** The token of now, to be asked for before all is read; undefined where the source does not tell what changes. */
  begin(): Promise<string | undefined>
  /** What has changed since a token, for which it waits up to so many seconds; undefined where all is to be read again. */
  since(token: string, wait_s: number): Promise<Changed | undefined>
}

/** What has changed at a source. */
export interface Changed {
  /** The token to go on from. */
  readonly next: string
  /** A source of that alone; undefined where nothing has changed. */
  readonly source: ImportSource | undefined
}

/** An author as a source knows them; what it does not tell is empty. */
export interface SourceAuthor {
  /** By which its records name them. */
  readonly id: string
  readonly login: string
  readonly email: string
  readonly name: string
}

/** Why an import cannot go on, as a sentence for the user. What was written stays, and the import can be continued. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault'
}

/** The authors of records: users by the names of authors at the source, and one user for all others. */
export interface Authors {
  readonly byKey: ReadonlyMap<string, number>
  readonly otherwise: number
}
