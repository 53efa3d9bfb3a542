/** A package of a lockfile, as far as it says what the package reaches. */
export interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly peer?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** The packages of a lockfile, by their folders; the project itself has the empty one. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>

/** What a manifest says of itself to a lockfile, beside its dependencies. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/**
 * The lockfile for this manifest, cut from ours: what its dependencies reach, for all platforms, each in the version and with the hash
 * that ours has. Throws where ours has none of what must be there.
 */
export function cutLock(ours: LockedPackages, manifest: Manifest) {
  const kept = new Map<string, LockedPackage>()
  const reach = (from: string, name: string, isOptional: boolean) => {
    const place = placeOf(ours, from, name)
    if (place === undefined) {
      if (isOptional) return
      throw new Error(`package-lock.json has no ${name} for ${from || manifest.name}: run npm install.`)
    }
    if (kept.has(place.path)) return
    const { dev: _dev, devOptional: _devOptional, peer: _peer, ...entry } = place.entry
    kept.set(place.path, entry)
    for (const [next, isLoose] of neededBy(entry)) reach(place.path, next, isLoose)
  }
  for (const [name, isOptional] of neededBy(manifest)) reach('', name, isOptional)
  const sorted = [...kept].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const { name, version } = manifest
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(sorted) },
  }
}

/** The names of what a package needs, and whether it does without. */
function neededBy({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: LockedPackage) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [
    ...Object.keys(dependencies ?? {}).map((name) => [name, false] as const),
    ...[...Object.keys(optionalDependencies ?? {}), ...peers].map((name) => [name, true] as const),
  ]
}

/** Where Node finds a package that one in this folder asks for: in it, or in one around it. */
function placeOf(ours: LockedPackages, from: string, name: string) {
  for (let at: string | undefined = from; at !== undefined; at = around(at)) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    const entry = ours[path]
    if (entry !== undefined) return { path, entry }
  }
  return undefined
}

function around(folder: string): string | undefined {
  if (folder === '') return undefined
  return folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))
}
