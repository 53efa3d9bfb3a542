import { type Connection, type FieldDef, type Submittable, types } from 'pg'

/** The callback of a question. */
export type Told<Answer> = (error: Error | null, answer?: Answer) => void

/** Ids, counts and instants are whole numbers far below 2^53; PostgreSQL's driver has them as text otherwise. */
const numbers: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])

type OfDriver = typeof types.getTypeParser
type Read = (text: string) => unknown

/** The parser of a type, in the form that the driver expects. */
export const getTypeParser: OfDriver = (...of: Parameters<OfDriver>): Read =>
  numbers.has(of[0]) ? Number : (types.getTypeParser(...of) as Read)

/** A row as the driver has it. */
type Row = Record<string, unknown>

/** A column of the result of a statement. */
interface Column {
  readonly name: string
  readonly read: Read
}

/** A statement that is prepared on a connection and has been answered there, with the columns of its result. */
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

  /** The row of these texts; undefined if their number is not that of the columns. */
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

/** A parameter that can be sent as it is. */
type Plain = string | number | null

/** Whether all parameters can be sent as they are; the driver has to encode others, such as lists. */
export function arePlain(values: readonly unknown[]): values is readonly Plain[] {
  return values.every((value) => value === null || typeof value === 'string' || typeof value === 'number')
}

/** A prepared statement and its parameters. */
export interface Question {
  readonly statement: Prepared
  readonly values: readonly Plain[]
}

/**
 * Sends several reads by prepared statements as one, by the protocol itself: the driver would have each result described each
 * time, which takes as long again. The rows of each are added to the answers; after one that fails, the others are not run.
 */
export class PreparedReads implements Submittable {
  /** The driver replaces it by one of its own with a timeout. */
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
