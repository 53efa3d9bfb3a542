import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeliveryFault } from '../delivery/delivery.fault.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'

/**
 * Writes a mail to a folder, which is made if it is not there; answers the path of its file. A file that has its name is whole. The
 * same mail at another attempt takes the same name. Throws a {@link DeliveryFault}.
 */
export async function writeToFolder(
  folder: string,
  { kind, key, at }: { readonly kind: string; readonly key: string; readonly at: number },
  message: Uint8Array,
): Promise<string> {
  const moment = new Date(at * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const path = join(folder, `${moment}-${kind}-${key}.eml`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(`${path}.part`, message)
    await rename(`${path}.part`, path)
    return path
  } catch (error) {
    throw new DeliveryFault(`Mails cannot be written to ${folder} (MAIL_FOLDER): ${messageOf(error)}.`, {
      isOfAll: true,
      cause: error,
    })
  }
}
