import { describe, expect, it } from 'vitest';
import { JOG_REPEAT, jogTimeout, pushOfArmKey, pushOfKey, velocities } from '../../src/reynard/core/jog';
import { serviceUrl, snippets } from '../../src/reynard/core/snippets';
import { hello } from './messages';

describe('snippets', () => {
  const servers = hello({
    servers: { raconteur: 'rr+tcp://fox.local:4000?service=reynard', http: 'http://fox.local:8080/', ascii: { host: 'fox.local', port: 77 } },
  }).servers;

  it('carry the addresses of this server', () => {
    const [python, curl, netcat, raconteur] = snippets(servers, 'reynard', 'reynard', false).map((snippet) => snippet.code ?? '');
    expect(python).toContain('RRN.ConnectService("rr+tcp://fox.local:4000?service=reynard")');
    expect(curl).toContain('curl http://fox.local:8080/api/state');
    expect(netcat).toContain('nc -N fox.local 77');
    expect(raconteur).toContain("raconteur watch 'rr+tcp://fox.local:4000?service=reynard' state");
  });

  it('name the chosen robot', () => {
    expect(serviceUrl('rr+tcp://h:1?nodename=n&service=reynard', 'reynard_2')).toBe('rr+tcp://h:1?nodename=n&service=reynard_2');
    const found = snippets(servers, 'reynard_2', 'reynard', true);
    expect(found[0]?.code).toContain('service=reynard_2');
    expect(found[1]?.explanation).toContain('the first robot');
    expect(found[4]?.code).toContain('service=den');
    expect(found[4]?.code).toContain('den.get_robot("reynard_2")');
  });

  it('are missing for a server that is off', () => {
    const closed = snippets({ raconteur: null, http: 'http://x', ascii: null }, 'reynard', 'reynard', false);
    expect(closed.map((snippet) => snippet.code === null)).toEqual([true, false, true, true]);
  });
});

describe('jogging', () => {
  const both = (...codes: string[]): ReturnType<typeof velocities> =>
    velocities(codes.flatMap((code) => pushOfKey(code) ?? pushOfArmKey(code) ?? []), 0.1, [1, 2, 3]);

  it('drives along the axes and diagonally', () => {
    expect(both('ArrowRight').body).toEqual([0.1, 0]);
    expect(both('ArrowLeft', 'ArrowUp').body).toEqual([-0.1, 0.1]);
  });

  it('cancels opposite keys and ignores others', () => {
    expect(both('ArrowLeft', 'ArrowRight', 'KeyZ').body).toEqual([0, 0]);
  });

  it('outlasts the pause between two commands at every speed of time', () => {
    for (const speed of [0.1, 1, 8]) expect(jogTimeout(speed) / speed).toBeGreaterThan((2 * JOG_REPEAT) / 1000);
  });

  it('turns each joint at its own speed', () => {
    expect(both('KeyQ', 'KeyS', 'KeyE').arm).toEqual([1, -2, 3]);
  });
});
