/** What `npm audit --json` says of one package. */
interface Vulnerable {
  readonly severity: string
  /** Advisories, or the names of packages through which it has them. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[]
}

/** What an audit says: that nobody knows anything against what is installed, what is known, or that the registry told nothing. */
export type Verdict =
  | { readonly kind: 'clean' | 'unknown'; readonly says: string }
  | { readonly kind: 'found'; readonly says: string }

/**
 * Reads the answer of `npm audit --json`, whatever its severity. A registry that cannot be asked, or is a mirror that knows of no
 * advisories, says nothing about what is installed: that is not the fault of whoever changes the program, and stops nobody.
 */
export function verdictOf(output: string): Verdict {
  const report = reportIn(output)
  const vulnerabilities = report?.['vulnerabilities']
  if (typeof vulnerabilities !== 'object' || vulnerabilities === null) {
    const reason = typeof report?.['message'] === 'string' ? report['message'] : output.trim().slice(0, 200)
    return { kind: 'unknown', says: `The registry told of no advisories, so nothing was checked. ${reason}` }
  }
  // What npm writes under this name.
  const found = Object.entries(vulnerabilities as Readonly<Record<string, Vulnerable>>)
  if (found.length === 0)
    return { kind: 'clean', says: 'No advisory is known of what is installed for running.' }
  const lines = found.map(([name, { severity, via }]) => {
    const why = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`))
    return `${name}, ${severity}: ${why.join('; ')}`
  })
  return {
    kind: 'found',
    says: ['Advisories are known of what is installed for running:', ...lines].join('\n  '),
  }
}

function reportIn(output: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const report: unknown = JSON.parse(output)
    return typeof report === 'object' && report !== null ? (report as Record<string, unknown>) : undefined
  } catch {
    return undefined // No JSON: npm itself failed.
  }
}
