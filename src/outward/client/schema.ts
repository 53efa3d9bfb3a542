/**
 * The paths of the interface with what each takes and answers. When the package is made, what `openapi-typescript` writes of
 * `/openapi.json` stands in the place of this file (`scripts/client.ts`).
 */
export interface paths {}
