import { type Connection, type FieldDef, type Submittable, types } from 'pg'

/** How the driver tells what came of a question. */
export type Told<Answer> = (error: Error | null, answer?: Answer) => void

/** Ids, counts and instants are whole numbers far below 2^53; PostgreSQL's driver has them as text otherwise. */
const numbers: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])

type OfDriver = typeof types.getTypeParser
type Read = (text: string) => unknown

/** How texts of a type are read, as the driver asks for it. What that reads is anything. */
export const getTypeParser: OfDriver = (...of: Parameters<OfDriver>): Read =>
  numbers.has(of[0]) ? Number : (types.getTypeParser(...of) as Read)

/** A row as the driver has it. */
type Row = Record<string, unknown>

/** A column of what a statement answers with. */
interface Column {
  readonly name: string
  readonly read: Read
}

/** A statement that is prepared on a connection, and has answered there: with what does not change. */
export class Prepared {
  readonly name: string
  readonly #columns: readonly Column[]
  readonly #blank: Readonly<Row>

  /** The fields are those of its first answer. */
  constructor(name: string, fields: readonly Pick<FieldDef, 'name' | 'dataTypeID'>[]) {
    this.name = name
    this.#columns = fields.map(({ name: column, dataTypeID: type }) => ({
      name: column,
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the driver asks by any number a server may send
      read: getTypeParser(type) as Read,
    }))
    this.#blank = Object.fromEntries(fields.map((field) => [field.name, null]))
  }

  /** The row of these texts; undefined where they are not as many as there are columns. */
  rowOf(texts: readonly (string | null)[]): Row | undefined {
    if (texts.length !== this.#columns.length) return undefined
    const row: Row = { ...this.#blank }
    for (const [index, { name, read }] of this.#columns.entries()) {
      const text = texts[index] ?? null
      if (text !== null) row[name] = read(text)
    }
    return row
  }
}

/** What a parameter may be for it to be sent as it is. */
type Plain = string | number | null

/** Whether all parameters may be sent as they are; the driver knows what to do with others, such as lists. */
export function arePlain(values: readonly unknown[]): values is readonly Plain[] {
  return values.every((value) => value === null || typeof value === 'string' || typeof value === 'number')
}

/** A prepared statement, and what it is asked about. */
export interface Question {
  readonly statement: Prepared
  readonly values: readonly Plain[]
}

/**
 * Reads by prepared statements, all of them sent as one, in the words of the protocol: the driver has each answer described each time,
 * which takes as long again. The rows of each are put among the answers; those after one that fails are not asked.
 */
export class PreparedReads implements Submittable {
  /** The driver puts one of its own in its place, which knows of time. */
  callback: Told<undefined>
  readonly #questions: readonly Question[]
  readonly #answers: unknown[][]
  #rows: Row[] = []
  #isOther = false

  constructor(questions: readonly Question[], answers: unknown[][], told: Told<undefined>) {
    this.#questions = questions
    this.#answers = answers
    this.callback = told
  }

  submit(connection: Connection): void {
    connection.stream.cork()
    for (const { statement, values } of this.#questions) {
      const texts = values.map((value) => (typeof value === 'number' ? String(value) : value))
      connection.bind({ statement: statement.name, values: texts }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const row = this.#questions[this.#answers.length]?.statement.rowOf(fields)
    if (row) this.#rows.push(row)
    else this.#isOther = true
  }

  handleCommandComplete(): void {
    if (!this.#isOther) this.#answers.push(this.#rows)
    this.#rows = []
  }

  handleReadyForQuery(): void {
    // Whatever stands between the two has prepared it once more, and the table has other columns since.
    if (this.#isOther) this.callback(new Error('The connection answers with other columns than before.'))
    else this.callback(null)
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}
