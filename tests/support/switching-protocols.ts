/** An answer that switches protocols without a request to do so. */
export const SWITCHING_PROTOCOLS =
  'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'
