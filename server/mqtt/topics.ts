/** Topics and the filters of subscriptions (MQTT 5, section 4.7). */

/** Longer ones name nothing that we know. */
export const topicBytesMax = 500
const levelsMax = 20

/** Whether a message may have this topic. */
export function isTopic(topic: string): boolean {
  return isUsable(topic) && !/[+#]/.test(topic)
}

export function isTopicFilter(filter: string): boolean {
  const levels = filter.split('/')
  return (
    isUsable(filter) &&
    levels.every((level, at) => level === '+' || (level === '#' && at === levels.length - 1) || !/[+#]/.test(level))
  )
}

export function fitsFilter(filter: string, topic: string): boolean {
  const wanted = filter.split('/')
  const levels = topic.split('/')
  for (const [at, level] of wanted.entries()) {
    if (level === '#') return true
    if (at >= levels.length || (level !== '+' && level !== levels[at])) return false
  }
  return wanted.length === levels.length
}

function isUsable(text: string): boolean {
  return (
    text !== '' &&
    Buffer.byteLength(text) <= topicBytesMax &&
    text.split('/').length <= levelsMax &&
    !/\p{Cc}/u.test(text)
  )
}
