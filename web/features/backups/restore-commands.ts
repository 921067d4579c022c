/** What is typed on the server to put a backup back, as docs/operations.md has it; a test compares. */
export function restoreCommands(dataFolder: string, file: string) {
  const restore = `npm run portal -- restore ${dataFolder}/backups/${file}`
  return {
    verify: `${restore} --verify`,
    stop: 'systemctl stop kundenportal',
    restore,
    start: 'systemctl start kundenportal',
    undo: 'npm run portal -- restore --undo',
  }
}

/** The same where deploy/compose.yaml runs the portal. */
export function composeCommands(file: string): string {
  return [
    'docker compose stop portal-1 portal-2',
    `docker compose run --rm portal-1 server/cli/portal.ts restore /data/backups/${file}`,
    'docker compose start portal-1 portal-2',
  ].join('\n')
}
