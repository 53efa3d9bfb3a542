import { randomInt } from 'node:crypto'

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits from the system's secure source: 5.95 bits a character. */
export function randomAlphanumerics(length: number): string {
  return Array.from({ length }, () => alphanumerics.charAt(randomInt(alphanumerics.length))).join('')
}
