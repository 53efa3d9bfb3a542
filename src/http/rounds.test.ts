import { Server } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inRounds } from './rounds.ts'

function counted() {
  const server = new Server()
  let looks = 0
  const revision = inRounds(server, async () => (looks += 1))
  const connect = () => {
    const socket = new Socket()
    server.emit('connection', socket)
    return socket
  }
  return { revision, connect }
}

test('requests of one round share a look, those of the next have another', async () => {
  const { revision, connect } = counted()
  const [one, two] = [connect(), connect()]
  expect(await Promise.all([revision(one), revision(two)])).toEqual([1, 1])
  await setImmediate()
  expect(await Promise.all([revision(two), revision(one)])).toEqual([2, 2])
})

test('what a connection says after its first request has a look of its own', async () => {
  const { revision, connect } = counted()
  const [one, two] = [connect(), connect()]
  expect(await Promise.all([revision(one), revision(one), revision(two)])).toEqual([1, 2, 2])
})

test('among very many connections nothing is shared, until most of them are gone', async () => {
  const { revision, connect } = counted()
  const many = Array.from({ length: 901 }, connect)
  const [one = connect(), two = connect()] = many
  expect(await Promise.all([revision(one), revision(two)])).toEqual([1, 2])
  for (const socket of many.slice(2)) socket.emit('close', false)
  expect(await Promise.all([revision(one), revision(two)])).toEqual([3, 3])
})
