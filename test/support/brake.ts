import { DatabaseSync } from 'node:sqlite'
import { isPostgres } from '../../src/db/address.ts'
import { administrate, whenLeft } from './postgres.ts'

/** Where whoever writes is held up. */
interface Brake {
  /** What they are about to add to. */
  readonly table: 'items' | 'events'
  /** The ID of an event: until it is there, nobody is held up. */
  readonly event: number
}

/**
 * Has the database hold up for ever whoever writes there: what is to be killed in the midst of its work does not come to its end
 * before. Answers what lets others write again, once that is killed.
 */
export async function holdUp(url: string, brake: Brake): Promise<() => Promise<void>> {
  return isPostgres(url) ? holdUpOnPostgres(url, brake) : holdUpOnSqlite(url, brake)
}

async function holdUpOnPostgres(url: string, { table, event }: Brake): Promise<() => Promise<void>> {
  await administrate(
    url,
    `create function hold_up() returns trigger language plpgsql as $$ begin
       if exists (select 1 from events where id = ${event}) then perform pg_sleep(3600); end if;
       return null;
     end $$`,
  )
  await administrate(url, `create trigger hold_up before insert on ${table} execute function hold_up()`)
  return async () => {
    // Who sleeps does not notice that nobody waits for it.
    await administrate(
      url,
      `select count(pg_terminate_backend(pid)) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await whenLeft(url)
    await administrate(url, 'drop function hold_up cascade')
  }
}

async function holdUpOnSqlite(path: string, { table, event }: Brake): Promise<() => Promise<void>> {
  change(
    path,
    `create view endless as
       with recursive counted (number) as (select 1 union all select number + 1 from counted) select number from counted;
     create trigger hold_up before insert on ${table} when exists (select 1 from events where id = ${event}) begin
       select count(*) from endless;
     end`,
  )
  return async () => change(path, 'drop trigger hold_up; drop view endless')
}

function change(path: string, statements: string): void {
  using file = new DatabaseSync(path)
  file.exec(statements)
}
