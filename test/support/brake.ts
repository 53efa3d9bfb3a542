import { administrate, whenLeft } from './postgres.ts'

/**
 * Has the PostgreSQL database hold up for ever whoever adds an event when that with this ID is there: what is to be killed in the midst
 * of its work does not come to its end before. Answers what lets others write again, once that is killed.
 */
export async function holdUp(url: string, event: number): Promise<() => Promise<void>> {
  await administrate(
    url,
    `create function hold_up() returns trigger language plpgsql as $$ begin
       if exists (select 1 from events where id = ${event}) then perform pg_sleep(3600); end if;
       return null;
     end $$`,
  )
  await administrate(url, `create trigger hold_up before insert on events execute function hold_up()`)
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
