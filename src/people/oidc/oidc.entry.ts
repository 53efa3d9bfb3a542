import type { User } from '../../http/auth/users.ts'

/** Why a person who is known to the provider does not get in here. */
export type NoEntry = 'noRole' | 'noAccount' | 'noEmail' | 'addressTaken' | 'addressJoined' | 'joinTaken'

/** Who signs in, and whether this way to sign in is new for an account that was here already; or why nobody does. */
export type Entered =
  | { readonly user: User; readonly isLinked: boolean }
  | {
      readonly refused: NoEntry
      /** Whose account they would have got into, where that belongs to somebody else at the provider. */
      readonly holder?: User
    }
