import { importRecord } from './imports.job.ts'
import { originsRecord } from './imports.origins.routes.ts'
import { importPreviewRecord } from './imports.preview.record.ts'
import { importListRecord, importSourceListRecord, importSourceRecord } from './imports.sources.record.ts'

/** The records of imports, by the names that documents have for them. */
export const importSchemas = {
  Import: importRecord,
  ImportList: importListRecord,
  ImportPreview: importPreviewRecord,
  ImportSource: importSourceRecord,
  ImportSourceList: importSourceListRecord,
  Origins: originsRecord,
}
