// @ts-check
// What pages do beyond being read. Without it they are complete.

document.documentElement.classList.add('enhanced')
