/** The commands that restore a backup, as in docs/operations.md; a test compares them. */
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

/** The same for a portal in deploy/compose.yaml. */
export function composeCommands(file: string): string {
  return [
    'docker compose stop portal-1 portal-2',
    `docker compose run --rm portal-1 server/cli/portal.ts restore /data/backups/${file}`,
    'docker compose start portal-1 portal-2',
  ].join('\n')
}
