import { type Kysely, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { examine } from '../upgrade.ts'
import type { Tables } from '../../schema/tables.all.ts'

/** Where an operator stands, as far as it decides whether a calendar can be there. */
interface Standing {
  readonly database: string
  readonly encoding: string
  readonly role: string
  /** Where tables are made; null where the role may use no schema. */
  readonly schema: string | null
  readonly may_create: boolean | null
}

/**
 * Throws a sentence, with the statement that helps, where the database could not keep every letter, or where tables have to be made
 * and the role may not make any: found out on the way, both would leave an error that does not say why.
 */
export async function assertFit(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<Standing>`
    select quote_ident(current_database()) as database, quote_ident(current_user) as role,
      quote_ident(current_schema()) as schema, has_schema_privilege(current_schema(), 'create') as may_create,
      (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding`.execute(
    db,
  )
  const [standing] = rows
  if (standing === undefined) return
  if (standing.encoding !== 'UTF8') throw new Error(notUnicode(standing))
  // Who may not make tables may use those that are there.
  if (standing.may_create !== true && (await examine(db)).pending.length > 0)
    throw new Error(mayNotCreate(standing))
}

/** The error, or a sentence for one of rights, with the statements that help. */
export function explainedRights(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code !== insufficientPrivilege) return error
  const sentence =
    `${error.message}. As the owner of the calendar’s tables or a superuser, in this database, run: ` +
    'grant all on all tables in schema public to …; grant all on all sequences in schema public to …; ' +
    'with the role of DATABASE_URL for the dots and the schema that has the tables.'
  return new Error(sentence, { cause: error })
}

/** SQLSTATE `insufficient_privilege`. */
const insufficientPrivilege = '42501'

function notUnicode({ database, encoding }: Standing): string {
  return (
    `It stores texts in ${encoding}, which has no place for many letters and signs; a calendar needs UTF8. ` +
    `Make another one, as an encoding cannot be changed: create database ${database}_utf8 encoding 'UTF8' locale 'C' template template0;`
  )
}

function mayNotCreate({ database, role, schema }: Standing): string {
  return schema === null
    ? `The role ${role} may use no schema of the database ${database}. As a superuser, in that database, run: ` +
        `grant usage, create on schema public to ${role};`
    : `The role ${role} may not make tables in the schema ${schema} of the database ${database}. ` +
        `As its owner or a superuser, in that database, run: grant create on schema ${schema} to ${role};`
}
