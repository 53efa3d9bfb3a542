/** Where the wire scenarios are, a folder for each area. */
export const scenarioFolder = new URL('../wire/scenarios', import.meta.url).pathname

/** Those that write and those that search: what the program itself is asked, on a PostgreSQL server. */
export const smokeScenarios = ['events-create', 'events-list', 'permissions']
