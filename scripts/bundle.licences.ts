import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the package that a module is of, by its path; undefined for a module of ours. */
const packageFolder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/

/** The licences of all packages that the modules, given by their paths, are of: whoever copies their code hands these on. */
export function licencesOf(modules: readonly string[]): string {
  const folders = modules.map((path) => packageFolder.exec(path.replaceAll('\\', '/'))?.[0])
  const parts = [...new Set(folders)].filter((folder) => folder !== undefined).map(licenceOf)
  return `${parts.toSorted().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** Its name and version, then the text of its licence as it brings it, else what its manifest says of it. */
function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version}: ${license}`, ...texts].join('\n\n')
}
