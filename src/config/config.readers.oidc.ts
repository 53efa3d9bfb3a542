import type { Reader } from './config.readers.ts'

const roleNames = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const

/** The roles that people get by what an identity provider says of them, the highest first; `*` stands for everybody. */
export type RoleTable = readonly { readonly value: string; readonly role: (typeof roleNames)[number] }[]

/** Values of a claim with the roles that they give: `calendar-admins=administrator; *=contributor`. */
export const roleTable: Reader<RoleTable> = {
  takes: `pairs such as “calendar-admins=administrator; *=contributor” of a value and a role (${roleNames.join(', ')}), separated by semicolons`,
  read: (text) => {
    const rows: { value: string; role: (typeof roleNames)[number] }[] = []
    for (const part of text.split(';').filter((one) => one.trim() !== '')) {
      // A value may have an equals sign in it, as names of groups in directories do.
      const [, value = '', named] = /^\s*(.+?)\s*=\s*(\w+)\s*$/.exec(part) ?? []
      const role = roleNames.find((known) => known === named?.toLowerCase())
      if (role === undefined) return undefined
      rows.push({ value, role })
    }
    return rows.toSorted((one, other) => roleNames.indexOf(one.role) - roleNames.indexOf(other.role))
  },
}
