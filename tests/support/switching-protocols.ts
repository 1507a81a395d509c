/** An answer that changes the connection to a protocol that nobody asked for. */
export const SWITCHING_PROTOCOLS =
  'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'
