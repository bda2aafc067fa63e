// Written by release/pin.ts.

/** The version of HDFS that is pinned. */
export const VERSION = "3.5.0";

/** The Maven project whose dependencies are resolved. */
export const POM = `<?xml version="1.0" encoding="UTF-8"?>
<!-- What the daemons and the coordination service need. After a change here, run \`node release/pin.ts\`. -->
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>reeve.engines</groupId>
  <artifactId>hdfs</artifactId>
  <version>3.5.0</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.apache.hadoop</groupId>
      <artifactId>hadoop-common</artifactId>
      <version>3.5.0</version>
    </dependency>
    <dependency>
      <groupId>org.apache.hadoop</groupId>
      <artifactId>hadoop-hdfs</artifactId>
      <version>3.5.0</version>
    </dependency>
    <dependency>
      <groupId>org.apache.hadoop</groupId>
      <artifactId>hadoop-hdfs-client</artifactId>
      <version>3.5.0</version>
    </dependency>
    <!-- The daemons serve pages from the folder webapps, which only this jar has; it has nothing else. -->
    <dependency>
      <groupId>org.apache.hadoop</groupId>
      <artifactId>hadoop-hdfs</artifactId>
      <version>3.5.0</version>
      <type>test-jar</type>
      <exclusions>
        <exclusion>
          <groupId>*</groupId>
          <artifactId>*</artifactId>
        </exclusion>
      </exclusions>
    </dependency>
    <dependency>
      <groupId>org.apache.zookeeper</groupId>
      <artifactId>zookeeper</artifactId>
      <version>3.9.5</version>
    </dependency>
  </dependencies>
</project>
`;

/** The expected jars, each with its name, size in bytes and SHA-256. */
export const JARS = `aopalliance-repackaged-2.6.1.jar 27006 bad77f9278d753406360af9e4747bd9b3161554ea9cd3d62411a0ae1f2c141fd
audience-annotations-0.12.0.jar 20891 ffb101fc066360ff3c77457c927fd7967fb096a6ee9e046ab7071447d8208efc
avro-1.11.5.jar 652576 b3c55da4c58304f823f4a2161a308888b9e7b8bc1c7387a4fa3ca1cd48617f93
bcprov-jdk18on-1.82.jar 8451859 14cde2fdfaa8890480a8e5b67aceef0c90f96682c1e23c133bafdc9e0b3255ce
commons-cli-1.9.0.jar 75479 d3d530d0f28fd0fbbffe2b0b338f70e8cb96f1605579e2e3abd4db29cac24e69
commons-codec-1.15.jar 353793 b3e9f6d63a790109bf0d056611fbed1cf69055826defeb9894a71369d246ed63
commons-collections4-4.4.jar 751914 1df8b9430b5c8ed143d7815e403e33ef5371b2400aadbe9bda0883762e0846d1
commons-compress-1.26.1.jar 1079377 27bb5d40f37c3bb7205b4a0540247df057715e9f6cbbd97d626ab8b50318bb04
commons-configuration2-2.10.1.jar 657516 d5642131fbd7d85e9a4b824c52711528a1dde0a7866dfbd22a8711dbabd9eabc
commons-daemon-1.0.13.jar 24239 fd63b583fd3e8baeae22efacbd5a4f91c1fd97f56248e62e2615efa7b81daeaa
commons-io-2.16.1.jar 508826 f41f7baacd716896447ace9758621f62c1c6b0a91d89acee488da26fc477c84f
commons-lang3-3.18.0.jar 702952 4eeeae8d20c078abb64b015ec158add383ac581571cddc45c68f0c9ae0230720
commons-logging-1.2.jar 61829 daddea1ea0be0f56978ab3006b8ac92834afeefbd9b7e4e6316fca57df0fa636
commons-math3-3.6.1.jar 2213560 1e56d7b058d28b65abd256b8458e3885b674c1d588fa43cd7d1cbb9c7ef2b308
commons-net-3.9.0.jar 316431 e3c1566f821b84489308cd933f57e8c00dd8714dc96b898bef844386510d3461
commons-text-1.14.0.jar 259876 121fce2282910c8f0c3ba793a5436b31beb710423cbe2d574a3fb7a73c508e92
curator-client-5.2.0.jar 2983237 345ec409bc026e114e8fd471a9273f631a3a494f0e091b092c1ac94499ddee4f
curator-framework-5.2.0.jar 336384 9a6b6ec713bd4145fa6912f2197a1f642806c10d4ba87561dfec551f6eaec4f1
curator-recipes-5.2.0.jar 315569 45e755b95763c9db8b8c465098ec72a33ee7c82132145a32dc9844d699c5b7f3
dnsjava-3.6.1.jar 583996 f9def222ef5c0406216663ca45ca0950781541e22558b217aa779f36fbd24ab5
failureaccess-1.0.3.jar 10763 cbfc3906b19b8f55dd7cfd6dfe0aa4532e834250d7f080bd8d211a3e246b59cb
gson-2.9.0.jar 249277 c96d60551331a196dac54b745aa642cd078ef89b6f267146b705f2c2cbef052d
guava-33.4.8-jre.jar 3023797 f3d7f57f67fd622f4d468dfdd692b3a5e3909246c28017ac3263405f0fe617ed
hadoop-annotations-3.5.0.jar 36376 f2291ae546bb40bc30d1ea5c527b48b3277b51bfeb3dbd2941a7d6f98c5f37bf
hadoop-auth-3.5.0.jar 114791 dd3f8552262124fa13e8b16962d75dc84a6761a3356faf40505af480accc17ad
hadoop-common-3.5.0.jar 4862416 dad07af66b59454e71b046a2fce0c0fddb9c522eadd146075e6add82aad86ce6
hadoop-hdfs-3.5.0-tests.jar 6563617 afcb2a1a357b531bde29197adfc9cac4ed8e1e46ee3cdb1385d0ecdd16a520b2
hadoop-hdfs-3.5.0.jar 6459571 1267508c98bc560e52b62785417c1618b1b1ce9f8552d0fbef823f26b9b6b651
hadoop-hdfs-client-3.5.0.jar 5525968 cf51412f4019259e3bbeb6fcdb23cfd0afd4d38704b82ef14b6dfcc0b1855880
hadoop-shaded-guava-1.5.0.jar 3501106 70d5c152622df6fffbf8836af7833215dc7acdd5d9c881af11b8c0fbf30cdc0a
hadoop-shaded-protobuf_3_25-1.5.0.jar 1953000 b3182ff49abd6c3ee0f0504bcea027434e7f2dfd7b5cc7111c6292ba3e9f3b8e
hk2-api-2.6.1.jar 200223 c2cb80a01e58440ae57d5ee59af4d4d94e5180e04aff112b0cb611c07d61e773
hk2-locator-2.6.1.jar 203358 febc668deb9f2000c76bd4918d8086c0a4c74d07bd0c60486b72c6bd38b62874
hk2-utils-2.6.1.jar 131590 30727f79086452fdefdab08451d982c2082aa239d9f75cdeb1ba271e3c887036
httpclient-4.5.13.jar 780321 6fe9026a566c6a5001608cf3fc32196641f6c1e5e1986d1037ccdbd5f31ef743
httpcore-4.4.13.jar 328593 e06e89d40943245fcfa39ec537cdbfce3762aecde8f9c597780d2b00c2b43424
istack-commons-runtime-3.0.12.jar 29807 27d85fc134c9271d5c79d3300fc4669668f017e72409727c428f54f2417f04cd
j2objc-annotations-3.0.0.jar 12467 88241573467ddca44ffd4d74aa04c2bbfd11bf7c17e0c342c94c9de7a70a7c64
jackson-annotations-2.18.6.jar 78412 face5c37bee1f0768f5f198d077fc29d163becca95de9e0f13962c84d1047662
jackson-core-2.18.6.jar 589904 e7e1bfa50f0a79db37e6aa37db111cf03aebf4a484b359d21127ab43ab2398c6
jackson-databind-2.18.6.jar 1659211 45d124736ea29dc374171fc1a8a9958e0f44407c1e0aae0297d8eee267fb592e
jakarta.activation-1.2.2.jar 68453 02156773e4ae9d048d14a56ad35d644bee9f1052a791d072df3ded3c656e6e1a
jakarta.activation-api-1.2.1.jar 44399 8b0a0f52fa8b05c5431921a063ed866efaa41dadf2e3a7ee3e1961f2b0d9645b
jakarta.annotation-api-1.3.5.jar 25058 85fb03fc054cdf4efca8efd9b6712bbb418e1ab98241c4539c8585bbc23e1b8a
jakarta.inject-2.6.1.jar 18140 5e88c123b3e41bca788b2683118867d9b6dec714247ea91c588aed46a36ee24f
jakarta.servlet-api-4.0.4.jar 82973 586e27706c21258f5882f43be06904f49b02db9ac54e345d393fe4a32494d127
jakarta.servlet.jsp-api-2.3.6.jar 53683 e915fa9db7245592460dfaf1a2df9cdfe800cc3976562ed492870db56369dde9
jakarta.validation-api-2.0.2.jar 91930 b42d42428f3d922c892a909fa043287d577c0c5b165ad9b7d568cebf87fc9ea4
jakarta.ws.rs-api-2.1.6.jar 140376 4cea299c846c8a6e6470cbfc2f7c391bc29b9caa2f9264ac1064ba91691f4adf
jakarta.xml.bind-api-2.3.3.jar 115638 c04539f472e9a6dd0c7685ea82d677282269ab8e7baca2e14500e381e0c6cec5
javassist-3.30.2-GA.jar 794714 eba37290994b5e4868f3af98ff113f6244a6b099385d9ad46881307d3cb01aaf
javax.servlet-api-3.1.0.jar 95806 af456b2dd41c4e82cf54f3e743bc678973d9fe35bd4d3071fa05c7e5333b8482
jaxb-runtime-2.3.9.jar 1019097 ba88e5bde7c0d878c3e1f2ec2fcabaf51d201eaf93b3bb9cfecfc1f11b2304d4
jersey-client-2.46.jar 311826 97318a81535314bf9a3ef7ed92ccdd62d42000971fea74807f3668afc95aa694
jersey-common-2.46.jar 1267957 a2e2aae5e63c4bb55f47508702ebecc3598802e758de75d92c7bda985bc6415f
jersey-container-servlet-2.46.jar 32929 1953e27fa86b95ebc16caa393ce0c3ba3e7c445f2b2793ad5c4bc7d4c0f63a46
jersey-container-servlet-core-2.46.jar 75742 e9be12ee694f541f4acfe29b45b22f03568a2f28fc644f968399186590f8180b
jersey-hk2-2.46.jar 80272 1f5973286b514d758ea1b447aaf844c1cab0d50b77509d123f2bc8fd6db23886
jersey-server-2.46.jar 964550 4e79f6cac34a675798e4626c2517dcc6179dd84ff2ed9165ddec7b8b113256e3
jetty-http-9.4.58.v20250814.jar 253267 8f49b8583fc8dbbfe3a0ba80a04c97df64ebabca2981b56ee403c989aba9d4da
jetty-io-9.4.58.v20250814.jar 184953 f55b2cc7c05244fd7b1773e99979b740002b0186e45b8a688243d89c7006fe21
jetty-security-9.4.58.v20250814.jar 119718 301548ebf008551a3a4312b04df0ea0468acc2780f863b83cc9cf0d668e62252
jetty-server-9.4.58.v20250814.jar 749129 608dbd3e1c4184374f02c70704e5d1c9daaded45e6a31d07824f40dac6083ba9
jetty-servlet-9.4.58.v20250814.jar 147612 1c6bb17326147e642c8a41e4657b32bca5057c8958db4da770d09c0904aefcff
jetty-util-9.4.58.v20250814.jar 595403 8d591679d318d20c8fb2b1e83900562b3c4571ff7a189696be700293e0204146
jetty-util-ajax-9.4.58.v20250814.jar 67215 185430a2eafcdffba18204dbf51cb18436ab4ca09b74d97c1dc13abbadd9704b
jetty-webapp-9.4.58.v20250814.jar 141935 3f58ac238deb2218140ffa446661c1d1323752bc4b4ae01653d9500c3fca38aa
jetty-xml-9.4.58.v20250814.jar 69507 2fc7f7364ec009fe2bbae574554994cef16c4230de170bd6be51ecd6f6bb95d3
jsch-0.1.55.jar 282591 d492b15a6d2ea3f1cc39c422c953c40c12289073dbe8360d98c0f6f9ec74fc44
jspecify-1.0.0.jar 3819 1fad6e6be7557781e4d33729d49ae1cdc8fdda6fe477bb0cc68ce351eafdfbab
jsr305-3.0.2.jar 19936 766ad2a0783f2687962c8ad74ceecc38a28b9f72a2d085ee438b7813e928d0c7
kerb-core-2.0.3.jar 223129 89247dda5c0e61e8c658ed36109ca6ec662ebae9fa2c40d937466035d023419b
kerb-crypto-2.0.3.jar 115065 9e368bdc1e8a22e87c775e42d0a15599bdd9e16954f55a964f42ff1d9f94adb2
kerb-util-2.0.3.jar 36361 59da956d1c65f5ddfe43606ccfcccd1a4508936fb726d01b2f3753b292b97b34
kerby-asn1-2.0.3.jar 100095 3f1532d2bfa0dd6fec171744a07990c0046e0f2f0f65ca21780b408a3827dbd2
kerby-config-2.0.3.jar 30190 5137cab8fd70ce322f92a6ab7678f63d2660dab2c14d339dabae9f8e14067d06
kerby-pkix-2.0.3.jar 200581 aec2d810b0ad3ff939bd4c70ebfce96539642c20f52cb3fbe4852dc827fec2c9
kerby-util-2.0.3.jar 40787 65afc7a01a6d43b7db9e0a6768a750607fd318656da10a7f654414a5ccf5dc8a
leveldbjni-all-1.8.jar 1045744 c297213b0e6f9392305952753f3099a4c02e70b3656266fe01867e7b6c160ffe
listenablefuture-9999.0-empty-to-avoid-conflict-with-guava.jar 2199 b372a037d4230aa57fbeffdef30fd6123f9c0c2db85d0aced00c91b974f33f99
metrics-core-3.2.4.jar 136314 a083e3f3bdf4173d7065cdd4521964394a840d586bf8653676203d18354a6d2c
netty-all-4.1.130.Final.jar 4536 ffe4e8f925c428493e03f395df65fdcba6e6482ad517029172b119275add2dd4
netty-buffer-4.1.130.Final.jar 354531 00a522b67ea35cb7b4dd9cf27f85c6c58f5e306785aa045302e5f6b2d4944a87
netty-codec-4.1.130.Final.jar 357588 52636bc29bd62120b97bbe5d1d21eab9b1cb2bef8efbb54d2221c5f3fa08d8cd
netty-codec-dns-4.1.130.Final.jar 67363 814bf9e764a2a9e4d7ace718f661e1f19d2a2cc35b2d3ac0065d4306cfec34ad
netty-codec-haproxy-4.1.130.Final.jar 37845 7195ce9d4fb0c466173fe7fb9562c6c3e380e3511a22355d15c16da349c6aa33
netty-codec-http-4.1.130.Final.jar 682087 5b6addc1df7b3397a193bd6544a8bfdb18ecac99fd13bee4ec75b1781a664e5e
netty-codec-http2-4.1.130.Final.jar 499540 f8ffdb550368fd5dee7c7f1393fa49552522f280ed8de96aebf4269cab0dc8f3
netty-codec-memcache-4.1.130.Final.jar 44795 07934c0523c64e85f695253add1e64189d821dad6dddb6054c610761da755e19
netty-codec-mqtt-4.1.130.Final.jar 113674 24da9fbae79dc30c49dd49ba47048f5daedb1ff05a91eb44bd44b27a07ce05a2
netty-codec-redis-4.1.130.Final.jar 46069 0b4973a41b1c9dc049961f9f3b7d09d595c7546837954d9fdea8e239c6dba8ba
netty-codec-smtp-4.1.130.Final.jar 22229 0fa35d715a693a49aa3cbd3d469d67f006994798713bbb6f8f24af738b7dacee
netty-codec-socks-4.1.130.Final.jar 121089 9b8f8b2fab256411936ddf5358c3eb6b184c49ea7b8b01f40d473fa94ed7b92c
netty-codec-stomp-4.1.130.Final.jar 34692 69ec3633a34787f59f95ae394657841660215fbfd236e6c28fd1d2e6b5c8f27a
netty-codec-xml-4.1.130.Final.jar 19881 ae76e9dd7246d95b66daa7306f0d1b52fc286f76f0fcba1aabd52db7666579f4
netty-common-4.1.130.Final.jar 724544 53921f28dd5a352b1bed0e1cbcc54d013dc60ffebeae9b2b1e53eabef317e581
netty-handler-4.1.130.Final.jar 580945 98c78ec187ca30a4b9775bf6f632f5c9929db6bf06a60e6971f945813880ca0f
netty-handler-proxy-4.1.130.Final.jar 25705 33656875d0001587eea4a9778cf2242b418bc887ed03b2d37ef3969e0b7d3b5e
netty-handler-ssl-ocsp-4.1.130.Final.jar 26890 36dfbe584d2cf7f01f8bf7ceb9b1430e4d0c3d7acb759ba5576df47a7eccc5db
netty-resolver-4.1.130.Final.jar 37904 48c5b218a89d184e1b601d46433957f515fcefdb4464182b1348bce4f5a18f35
netty-resolver-dns-4.1.130.Final.jar 188345 bbc4d5ce181a2322941b480b1bbf01faa75254eee4d3a8e146317315f61a8283
netty-resolver-dns-classes-macos-4.1.130.Final.jar 9207 946e81879b128d6e59d398c218a830b6127e0a539eb63ee5ac0028b0178ca2f0
netty-resolver-dns-native-macos-4.1.130.Final-osx-aarch_64.jar 19976 5ffadb42c5bb105ad413a38e7a8f14cf7268610f45cc363405075e3506cf4ba9
netty-resolver-dns-native-macos-4.1.130.Final-osx-x86_64.jar 19524 ac14827e8baaa6b95cf8dbd25a90108e1016f171fac568ed75536f3fadb0f1ea
netty-tcnative-boringssl-static-2.0.74.Final-linux-aarch_64.jar 1288922 11dfee82cfcb5c4f596271fe1d56a70fe77b4034e54162d0bd211623b540857f
netty-tcnative-boringssl-static-2.0.74.Final-linux-x86_64.jar 1386655 39ac6b1eb4ffc18d5fe9412cc6253a8954bafc8e3ca10109bc370490f73a3673
netty-tcnative-boringssl-static-2.0.74.Final-osx-aarch_64.jar 1146329 eef3fc7cdc5e2dc8c5cb50bae11443052bf1ee2f6e8b64378565746d1529f05e
netty-tcnative-boringssl-static-2.0.74.Final-osx-x86_64.jar 1275071 e3beaa3ebdb136569528c59aa826d771efadc0ac9db484c6c0e457fa5efd0f07
netty-tcnative-boringssl-static-2.0.74.Final-windows-x86_64.jar 1154153 5458b4b502763d49cd2e16c434312687178afac9c164cabf75c4a8bcecf7ac50
netty-tcnative-boringssl-static-2.0.74.Final.jar 3780 ec3b14ceff74c5d7e24a378e64074744cc5e7035c49cf6ca0a4e23dff9713d1f
netty-tcnative-classes-2.0.74.Final.jar 37388 194874cf723794dd409fd1e728cd91ffbcff0584d73b4d8a1ad0d69d04acf9b3
netty-transport-4.1.130.Final.jar 521591 1bf573266d271f856705a9984d25449c56a1d73c02a16af12033ceccfe555dbb
netty-transport-classes-epoll-4.1.130.Final.jar 147725 1c352508d70aca1ccc3068daac907ad1e9d8dc68b07148d57426730bf0d0c8b6
netty-transport-classes-kqueue-4.1.130.Final.jar 112389 56487b7d42ca520a1d737463de71809da72276bf9e3d1aa16cd043378152760c
netty-transport-native-epoll-4.1.130.Final-linux-aarch_64.jar 42533 49b26640f82b33e7c60cbe53487546dd0eaa09c28d0338077c1ef7b46a12463a
netty-transport-native-epoll-4.1.130.Final-linux-riscv64.jar 36839 cad7274faf7204e6edb5527df385d7291feab9bc8d6e6e13cc4e252c51d7606a
netty-transport-native-epoll-4.1.130.Final-linux-x86_64.jar 40883 d5d4611cb667eb215667c65aabfc75f8d9ef24de2a3e3a32eb28204f9c2a7a30
netty-transport-native-epoll-4.1.130.Final.jar 6406 2ebe4278bced6908a13c85a068982b695fd7b07f1eb3dc82c9e7ccab00d3587e
netty-transport-native-kqueue-4.1.130.Final-osx-aarch_64.jar 26340 9a6f231324d42fe236a410b0232f1c7d227810a1cc4c275c51992817d5c8bffa
netty-transport-native-kqueue-4.1.130.Final-osx-x86_64.jar 25530 123386d877b01e4a7a0e0c7de67795aceadaba3d11d9e804821b1a1229bdf4a3
netty-transport-native-unix-common-4.1.130.Final.jar 44325 cf5efc4168597d7cd14695b469418cac2a1134533f9a0c82ef0538d796fd39e1
netty-transport-rxtx-4.1.130.Final.jar 18239 9c12442f56edea87f385bd78d079539b2c07666af696bb600a14221c0b842502
netty-transport-sctp-4.1.130.Final.jar 50916 b5f18b9045948a3a638de871fadf5036d1ce7505704f3f8d3eca181beaf2008f
netty-transport-udt-4.1.130.Final.jar 32186 4ac1e53f82d9fa1ba0f3593562e88bd7a1041d3e6e77b2bcdb2c3a56a8829ce0
nimbus-jose-jwt-10.4.jar 809605 6f13f3480ddc53d820d276f582f54843cff1daf5c6e35e534947e9de7723b46b
osgi-resource-locator-1.0.3.jar 19479 aab5d7849f7cfcda2cc7c541ba1bd365151d42276f151c825387245dfde3dd74
re2j-1.1.jar 128414 24ada84d1b5de584e3e84b06f0c7dd562cee6eafe8dea8083bd8eb123823bbe7
reload4j-1.2.22.jar 332398 222f90d3e69541218ef6e70547749d693bd4c1846817e5bd7949b3e28950f99f
slf4j-api-1.7.36.jar 41125 d3ef575e3e4979678dc01bf1dcce51021493b4d11fb7f1be8ad982877c16a1c0
slf4j-reload4j-1.7.36.jar 9824 ae6fdd5c9547896114d5ec7fa7503733b7d2890573d3886fb548b3119c4d3f67
snappy-java-1.1.10.4.jar 2112099 55b30c94e5c4cc2d4b6976916098d0678a8a6cc7427fa8c875621bd94e731ac8
stax2-api-4.2.1.jar 195909 678567e48b51a42c65c699f266539ad3d676d4b1a5b0ad7d89ece8b9d5772579
txw2-2.3.9.jar 72007 973018b87af911ecf6e6d861dd0d6a477e4d8ae6a883ec5d073d3df1330b87f0
woodstox-core-5.4.0.jar 522679 dbb958cb89f1d45238b061e146249494ff887f5f42b671a3956e98956e0d5c53
zookeeper-3.9.5.jar 1367207 936d025db1a85f085edea25048c3f5b3de5fc29329c371a10925e3b78b0b38a0
zookeeper-jute-3.9.5.jar 260263 abcbc7f9d6c493daa118da6fa3061a201e2c521217526e8535adfb56b629e52a`;
