/** The types of fields: how values of each are read, kept, shown and typed stands in `types/`, a file for each. */
export type TypeName =
  | 'text'
  | 'html'
  | 'number'
  | 'flag'
  | 'fact'
  | 'choice'
  | 'link'
  | 'moment'
  | 'degrees'
  | 'links'
  | 'json'

/** How a column is kept as text in the history, and told. */
export type Shape = 'text' | 'number' | 'flag' | 'fact' | 'list' | 'moment' | 'json'

/** That a field is left out of something, with the reason. */
export interface Not {
  readonly not: string
}

/** Leaves a field out of something. */
export const not = <const Why extends string>(why: Why): { readonly not: Why } => ({ not: why })

/** What is declared of a field of any type beside what it means. What is absent is as it is said here. */
export interface Options {
  /** What its record says of it, where that is not what its parameter says. */
  readonly member?: string
  /** Its room reads, stores and shows it by code of its own, or only stores and shows it so, or only shows it so: the compiler asks for that. */
  readonly byHand?: true | 'stored' | 'shown'
  /** It is no parameter: it is written with another one, or elsewhere. */
  readonly param?: Not
  /** It is in no record under its name. */
  readonly record?: Not
  /** The field that it says more about: it is emptied with that one, and comes with it. */
  readonly of?: string
  /** What a new record has stored; that of its type. */
  readonly initial?: string | number | null
  /** Exports that are older than it lack it, and are read as if it were what a new record has. What comes new needs it. */
  readonly added?: true
  /** In the record even where it is empty. */
  readonly always?: true
  /** After which key its record has it; after the field that is declared before it. */
  readonly at?: string

  /** Its column, where it is not called like the field; null: it has none in the table of its record. */
  readonly column?: string | null
  /** The columns that follow from it, or belong to it: they go back with it, and are not told. */
  readonly beside?: Readonly<Record<string, Shape>>
  /** What the history calls it, where that is not its name. */
  readonly told?: string
  /** How the history has it; that of its type. */
  readonly shape?: Shape
  /** What goes back together with it; it alone. */
  readonly unit?: string
  /** It is kept by the history, and not told. */
  readonly hidden?: true
  /** Where it has changed since, an undo leaves it, and nobody is asked. */
  readonly soft?: true

  /** The custom field of the original that means it, in `meta` of `wp/v2`; none. */
  readonly wp?: string
  /** Its name in `tec/v1`; its own. */
  readonly tec?: string | Not
  /** Under which key of the spoken headers tables may have it; its own name. */
  readonly headers?: string | Not
  /** Whether it may be proposed by who has no account. */
  readonly proposable?: Not
  /** Whether lists of events have it as a column of CSV. */
  readonly csv?: Not
  /** Whether assistants may say it. */
  readonly mcp?: Not
  /** Whether it is read from another Kalends. */
  readonly site?: Not
  /** Whether it is read from pages that tell it to programs (schema.org). */
  readonly jsonld?: Not
  /** Whether it is read from calendars in iCalendar. */
  readonly ical?: Not
  /** It can be changed of several records at once. */
  readonly bulk?: true
  /** Lists are narrowed or counted by it from the index, which follows its changes. */
  readonly filter?: true
  /** Lists can be put in its order. */
  readonly sorted?: true

  /** The part of the editing form that has it; none where a screen has it by hand. */
  readonly section?: 'first' | 'about' | 'access'

  /** The events there have moved when it changes. */
  readonly place?: true
  /** Its name among the `amenityFeature` of schema.org. */
  readonly amenity?: string
  /** Who lacks the password of the record does not see it. */
  readonly contents?: true
  /** Who has put the event into a calendar has to learn of its changes: they raise its SEQUENCE. */
  readonly decisive?: true
}

/** What is declared of fields of some types alone. */
interface OptionsOfTypes {
  text: {
    /** Numbers are taken, where people write digits. */
    readonly numbers?: true
    /** The most characters, and the text is plain and may have been typed on several lines. */
    readonly longest?: number
    readonly format?: 'email' | 'tel'
  }
  html: {
    /** Wire: whether the text “0” is one. */
    readonly zero?: boolean
    /** The marks of block editors stay. */
    readonly blocks?: true
  }
  number: { readonly id?: true }
  flag: {
    /** Whatever is no word of truth is false, as venues of the original read it. */
    readonly loose?: true
  }
  fact: object
  choice: {
    /** In their order; the first is that of a new record, which records do not tell. */
    readonly words?: readonly [string, ...string[]]
  }
  link: {
    /** Only https. */
    readonly secure?: true
  }
  moment: object
  degrees: {
    readonly limit?: 90 | 180
    /** The other one, without which it is nothing. */
    readonly with?: string
  }
  links: object
  json: object
}

/** What can be declared of a field of a type. */
export type OptionsOf<Type extends TypeName> = Options & OptionsOfTypes[Type]

/** A field of a type: what its parameter is documented with, and what else is declared of it. */
export type FieldOf<Type extends TypeName> = OptionsOf<Type> & { readonly type: Type; readonly says: string }

/** A field of any type. */
export type Field = { readonly [Type in TypeName]: FieldOf<Type> }[TypeName]

/** What nothing is declared by: an option that does not exist does not compile. */
type Unknown<Type extends TypeName, Said> = Readonly<
  Record<Exclude<keyof Said, keyof OptionsOf<Type>>, never>
>

const of =
  <const Type extends TypeName>(type: Type) =>
  <const Said extends OptionsOf<Type> = {}>(says: string, said?: Said & Unknown<Type, Said>) =>
    ({ type, says, ...said }) as { readonly type: Type; readonly says: string } & Said

/** One line of plain text. */
export const text = of('text')
/** A text with HTML. */
export const html = of('html')
/** A whole number; null for none. */
export const number = of('number')
/** Yes or no. */
export const flag = of('flag')
/** Yes, no, or not known (D77). */
export const fact = of('fact')
/** One of a few words. */
export const choice = of('choice')
/** The address of a page. */
export const link = of('link')
/** A moment. */
export const moment = of('moment')
/** An angle on the Earth; null where it is not known. */
export const degrees = of('degrees')
/** Other records. */
export const links = of('links')
/** What is kept as JSON. */
export const json = of('json')
