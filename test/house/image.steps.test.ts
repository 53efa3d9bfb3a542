import { expect, test } from 'vitest'
import { commandIn, filledIn, pairsIn, stepsIn } from '../../scripts/image.steps.ts'
import { textOf } from './files.ts'

test('every step of our Dockerfile is understood, and each stage heeds the lockfile', () => {
  const steps = stepsIn(textOf('Dockerfile'))
  expect(steps.filter(({ word }) => word === 'FROM').map(({ words }) => words[0])).toEqual([
    'node:26-bookworm-slim',
    'node:26-bookworm-slim',
    'gcr.io/distroless/cc-debian12:nonroot',
  ])
  const installing = steps
    .filter(({ word, rest }) => word === 'RUN' && /\bnpm\b/.test(rest))
    .map(({ rest }) => rest.split(' && ')[0]?.trim())
  expect(installing).toEqual([
    'npm ci --ignore-scripts',
    'npm run build',
    'npm ci --omit=dev --ignore-scripts',
  ])
  const labels = steps
    .filter(({ word }) => word === 'LABEL')
    .flatMap((step) => Object.keys(pairsIn(step, {})))
  expect(labels).toEqual(
    ['title', 'description', 'version', 'revision', 'created', 'source', 'documentation', 'licenses'].map(
      (name) => `org.opencontainers.image.${name}`,
    ),
  )
  expect(steps.filter(({ word }) => word === 'HEALTHCHECK').map(({ options }) => options)).toEqual([
    { interval: '30s', timeout: '5s', 'start-period': '10m' },
  ])
})

test('lines go on, comments are none, and what stands in quotes is one word', () => {
  const [from, label, copy, command] = stepsIn(
    '# one\nFROM a AS b\nLABEL x="a $V" \\\n  # two\n y=${V}z\n\nCOPY --from=b --chown=c:c /d e ./\nCMD ["node", "a b"]\n',
  )
  expect(from).toMatchObject({ word: 'FROM', words: ['a', 'AS', 'b'] })
  expect(label && pairsIn(label, { V: '1' })).toEqual({ x: 'a 1', y: '1z' })
  expect(copy).toMatchObject({ options: { from: 'b', chown: 'c:c' }, words: ['/d', 'e', './'] })
  expect(command && commandIn(command)).toEqual(['node', 'a b'])
  expect(filledIn('$A-${B}-$NONE', { A: '1', B: '2' })).toBe('1-2-')
})

test.each([
  'ADD a b',
  'COPY --link a b',
  'SHELL ["sh"]',
  'RUN --mount=type=cache,target=/x true',
  'from a',
  'ONBUILD RUN x',
])('what would not be performed as it says is refused: %s', (line) => {
  expect(() => stepsIn(`FROM a\n${line}\n`)).toThrow('The Dockerfile has')
})
