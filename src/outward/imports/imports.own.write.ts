import {
  type Declaration,
  type Declared,
  longestLabel,
  longestOfAll,
  wireForm,
} from '../../fields/own/declaration.ts'
import { programName } from '../../fields/own/programName.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'
import { fold } from '../../pure/text/fold.ts'
import { declareExported } from '../../records/own/own.exported.ts'
import { readDeclarations } from '../../records/own/own.query.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { ImportOptions } from './imports.options.ts'
import type { OwnReading } from './imports.own.ts'
import type { DeclaredThere, ImportBatch, ImportSource } from './imports.record.ts'

/** The calendar that is declared for. */
interface Here {
  readonly db: Database
  readonly declared: Declared
}

/** The fields that are declared once those of the source have come along, and what is told of that. */
export interface Brought {
  readonly declared: Declared
  readonly notes: readonly string[]
}

const named = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ')

/** Declares the fields of a source that tells its own, where the run may do so. */
export async function bringDeclarations(
  { db, declared }: Here,
  source: Pick<ImportSource, 'declarations'>,
  options: Pick<ImportOptions, 'declaring' | 'isDryRun' | 'now'>,
): Promise<Brought> {
  const wanted = (await source.declarations?.()) ?? []
  const fresh = wanted.filter((one) => !declared.all.some((field) => isSame(field, one)))
  if (fresh.length === 0) return { declared, notes: [] }
  const all = named(fresh.map(({ name }) => name))
  if (!options.declaring)
    return {
      declared,
      notes: [
        `The source has declared ${all}, which is not declared here: an import by an administrator declares it.`,
      ],
    }
  if (options.isDryRun)
    return {
      declared: { ...declared, all: await wouldBe({ db, declared }, fresh, options) },
      notes: [`What the source has declared would be declared: ${all}.`],
    }
  const notes: string[] = []
  const made: string[] = []
  for (const one of fresh) {
    const { name: _there, ...declaration } = one
    const name = freeName(one, declared, options.declaring.builtIn)
    const fault = await declareOne({ db, declared }, { name, declaration }, options)
    if (fault === undefined) made.push(name)
    else notes.push(`The field “${name}” of the source was not declared: ${fault}`)
  }
  if (made.length > 0) notes.unshift(`What the source has declared was declared: ${named(made)}.`)
  return { declared: await readAgain({ db, declared }), notes }
}

/** What a dry run has taken back. */
class TakenBack extends Error {}

/** The fields that there would be with these, of which nothing stays: what records say of them is told as it would come. */
async function wouldBe(
  { db, declared }: Here,
  fresh: readonly DeclaredThere[],
  { declaring, now }: Pick<ImportOptions, 'declaring' | 'now'>,
): Promise<Declared['all']> {
  let all = declared.all
  const at = { language: declared.language, now: epochSeconds(now()) }
  await db
    .write(async (tx) => {
      for (const one of fresh) {
        const { name: _there, ...declaration } = one
        const name = freeName(one, declared, declaring?.builtIn ?? new Set())
        // What cannot be declared is told by the run that declares.
        await declareExported(tx, { name, declaration }, at).catch(() => undefined)
      }
      all = await readDeclarations(tx)
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
  return all
}

/** Whether a field of here is what the source has declared: by its name, or by its key there. */
function isSame({ name, wire_name }: Declaration, { name: there, wire_name: key }: DeclaredThere): boolean {
  return name === there || (typeof key === 'string' && (wire_name ?? name) === key)
}

/** Its name there; where Kalends has that already one that nothing has, as it is known by its key, or by what people call it, all the same. */
function freeName(
  { name }: DeclaredThere,
  { all }: Pick<Declared, 'all'>,
  builtIn: ReadonlySet<string>,
): string {
  if (!builtIn.has(name)) return name
  return programName(name, [...builtIn, ...all.map((field) => field.name)], 'field')
}

/** Declares what a batch says in fields that nobody has declared, as texts, where the run is to do so; answers what was. */
export async function declareMissed(
  here: Here,
  { own, batch }: { readonly own: OwnReading; readonly batch: ImportBatch },
  options: Pick<ImportOptions, 'declaring' | 'isDryRun' | 'now'>,
): Promise<readonly string[]> {
  if (!options.declaring?.custom || options.isDryRun) return []
  const missed = new Map(own.missedIn(batch).map((one) => [one.key, one]))
  if (missed.size === 0) return []
  const notes: string[] = []
  for (const one of missed.values()) {
    const known = await readDeclarations(here.db.read)
    const taken = [...known.map((field) => field.name), ...options.declaring.builtIn]
    const name = programName(fold(one.label), taken, programName(one.key, [], 'field'))
    const label = (one.label || one.key).slice(0, longestLabel)
    const declaration = {
      type: 'text',
      label,
      max: longestOfAll,
      wire_name: wireForm.test(one.key) ? one.key : null,
      kinds: ['event'],
    }
    const fault = await declareOne(here, { name, declaration }, options)
    notes.push(
      fault === undefined
        ? `The field “${label}” was declared as ${name}, a text.`
        : `The field “${label}” could not be declared: ${fault}`,
    )
  }
  own.follow(await readAgain(here))
  return notes
}

async function declareOne(
  { db, declared: { language } }: Here,
  field: { readonly name: string; readonly declaration: unknown },
  { now }: Pick<ImportOptions, 'now'>,
): Promise<string | undefined> {
  const at = { language, now: epochSeconds(now()) }
  return db.write((tx) => declareExported(tx, field, at)).catch((error: unknown) => messageOf(error))
}

async function readAgain({ db, declared }: Here): Promise<Declared> {
  return { all: await readDeclarations(db.read), language: declared.language }
}
