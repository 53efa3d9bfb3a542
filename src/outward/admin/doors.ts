/** Whether this browser has been at a door: then it may know who comes there. */
const hasBeenThere = () => localStorage.getItem('kalends.device') !== null

/** Has lists of events forgotten that are over, and all of them by who signs out. */
export function forgetDoors(): void {
  if (hasBeenThere())
    void import('./door/kept.ts').then(({ forgetOld }) => forgetOld(new Date().getTime())).catch(() => {})
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.action.endsWith('/signout') || !hasBeenThere()) return
    event.preventDefault()
    void import('./door/leave.ts')
      .then(({ leaveDoors }) => leaveDoors())
      .catch(() => {})
      .then(() => form.submit())
  })
}
